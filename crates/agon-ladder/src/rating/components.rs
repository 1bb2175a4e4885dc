//! Connected components: groups of bots joined by chains of games.

/// The number of each bot's component; components are numbered in the order of their first members.
pub fn components(n: usize, games: impl IntoIterator<Item = (usize, usize)>) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..n).collect();
    fn find(parent: &mut [usize], mut bot: usize) -> usize {
        while parent[bot] != bot {
            parent[bot] = parent[parent[bot]];
            bot = parent[bot];
        }
        bot
    }
    for (a, b) in games {
        let (a, b) = (find(&mut parent, a), find(&mut parent, b));
        parent[a.max(b)] = a.min(b);
    }
    let mut numbers = vec![usize::MAX; n];
    let mut next = 0;
    (0..n)
        .map(|bot| {
            let top = find(&mut parent, bot);
            if numbers[top] == usize::MAX {
                numbers[top] = next;
                next += 1;
            }
            numbers[top]
        })
        .collect()
}
