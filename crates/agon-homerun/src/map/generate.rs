pub(crate) const WISHES: &[(&str, &str)] = &[];
