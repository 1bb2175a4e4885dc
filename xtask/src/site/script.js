// The theme, the menu on small screens, and the search. Nothing is loaded from another server.
const root = document.currentScript.dataset.root;
const stored = localStorage.getItem("theme");
if (stored) document.documentElement.dataset.theme = stored;

addEventListener("DOMContentLoaded", () => {
  const byId = (id) => document.getElementById(id);

  byId("theme").onclick = () => {
    const style = document.documentElement.dataset;
    const isDark = style.theme ? style.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    style.theme = isDark ? "light" : "dark";
    localStorage.setItem("theme", style.theme);
  };

  byId("open-menu").onclick = () => {
    const isOpen = document.body.classList.toggle("menu-open");
    byId("open-menu").setAttribute("aria-expanded", isOpen);
  };

  const input = byId("search");
  const found = byId("found");
  const loadIndex = () => {
    if (window.searchIndex || document.querySelector("script[data-index]")) return;
    const script = document.createElement("script");
    script.dataset.index = "";
    script.src = `${root}search-index.js`;
    script.onload = show;
    document.head.append(script);
  };

  // All words must occur. A word in a title counts more than a word in the text; short sections come first.
  const rank = (words, [, , page, section, text]) => {
    const titles = `${section} ${page}`.toLowerCase();
    const body = text.toLowerCase();
    let points = 0;
    for (const word of words) {
      if (titles.includes(word)) points += section.toLowerCase().includes(word) ? 10 : 5;
      else if (body.includes(word)) points += 1;
      else return 0;
    }
    return points;
  };

  const excerpt = (text, word) => {
    const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
    return text.slice(at, at + 120);
  };

  function show() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.replaceChildren();
    found.hidden = words.length === 0 || !window.searchIndex;
    if (found.hidden) return;
    const hits = window.searchIndex
      .map((entry) => ({ entry, points: rank(words, entry) }))
      .filter((hit) => hit.points > 0)
      .sort((a, b) => b.points - a.points || a.entry[4].length - b.entry[4].length)
      .slice(0, 12);
    for (const { entry } of hits) {
      const [page, anchor, pageTitle, sectionTitle, text] = entry;
      const link = document.createElement("a");
      link.href = root + page + (anchor ? `#${anchor}` : "");
      link.append(sectionTitle && sectionTitle !== pageTitle ? `${pageTitle}: ${sectionTitle}` : pageTitle);
      const small = document.createElement("small");
      small.append(excerpt(text, words[0]));
      link.append(small);
      const item = document.createElement("li");
      item.append(link);
      found.append(item);
    }
    if (hits.length === 0) {
      const item = document.createElement("li");
      item.append("No page contains all of these words.");
      found.append(item);
    }
  }

  input.onfocus = loadIndex;
  input.oninput = () => {
    loadIndex();
    show();
  };
  addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    } else if (event.key === "Escape") {
      found.hidden = true;
      input.blur();
    } else if (event.key === "Enter" && document.activeElement === input) {
      found.querySelector("a")?.click();
    }
  });
  addEventListener("click", (event) => {
    if (!event.target.closest(".search")) found.hidden = true;
  });
});
