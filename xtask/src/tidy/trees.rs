//! Small trees for the tests of the checks.

use super::Tree;
use tempfile::TempDir;

/// A tree with these files; the folder is removed when the first value is dropped.
pub fn tree(files: &[(&str, &str)]) -> (TempDir, Tree) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for (file, text) in files {
        let path = folder.path().join(file);
        std::fs::create_dir_all(path.parent().expect("a file is in a folder")).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let mut names: Vec<String> = files.iter().map(|(file, _)| (*file).to_owned()).collect();
    names.sort();
    let tree = Tree { root: folder.path().to_owned(), files: names };
    (folder, tree)
}
