//! A counting allocator, with which "no allocation per turn" can be measured.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator with a counter per thread. A measuring binary installs it as its
/// `#[global_allocator]`.
pub struct CountingAllocator;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// Allocations of this thread so far; always 0 where [`CountingAllocator`] is not installed.
pub fn allocations() -> u64 {
    COUNT.with(Cell::get)
}

fn count() {
    // Allocations of a thread that is ending are not counted.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call is forwarded unchanged to the system's allocator, which fulfils the contract. Counting
// changes only a thread-local number and never allocates.
#[allow(unsafe_code, reason = "GlobalAlloc is an unsafe trait")]
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(pointer, layout, size) }
    }
}
