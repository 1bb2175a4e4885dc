//! Copying a position without allocating.

/// Implements `Clone` for a position so that `clone_from` reuses the buffers at hand: planners copy positions
/// all the time.
///
/// `shared` fields are `Arc`s that are left alone when both positions already share them, `cloned` fields
/// are copied by their own `clone_from`, `scratch` fields are buffers without meaning between calls: the
/// copy gets them empty. A field that is in none of the three lists does not compile.
///
/// ```
/// use std::sync::Arc;
/// struct Position { map: Arc<str>, round: u32, units: Vec<u8>, seen: Vec<u8> }
/// agon_core::clone_in_place! {
///     Position { shared: map; cloned: round, units; scratch: seen; }
/// }
/// let one = Position { map: "map".into(), round: 3, units: vec![1, 2], seen: vec![9] };
/// let mut two = one.clone();
/// assert_eq!((two.units.as_slice(), two.seen.len()), (&[1, 2][..], 0));
/// two.clone_from(&one);
/// assert_eq!(two.round, 3);
/// ```
#[macro_export]
macro_rules! clone_in_place {
    ($name:ident {
        shared: $($shared:ident),*;
        cloned: $($cloned:ident),*;
        scratch: $($scratch:ident),*;
    }) => {
        impl ::std::clone::Clone for $name {
            fn clone(&self) -> $name {
                $name {
                    $($shared: ::std::sync::Arc::clone(&self.$shared),)*
                    $($cloned: ::std::clone::Clone::clone(&self.$cloned),)*
                    $($scratch: ::std::default::Default::default(),)*
                }
            }

            #[allow(clippy::assigning_clones, reason = "fields of any type are written the same way")]
            fn clone_from(&mut self, source: &$name) {
                $(if !::std::sync::Arc::ptr_eq(&self.$shared, &source.$shared) {
                    self.$shared = ::std::sync::Arc::clone(&source.$shared);
                })*
                $(::std::clone::Clone::clone_from(&mut self.$cloned, &source.$cloned);)*
                $(self.$scratch.clear();)*
            }
        }
    };
}
