// Search in the pages' sections. Without JavaScript the box is not there, and the menu serves.
// The index is a script, not data that is fetched, so that it works from files too.
'use strict';
(() => {
  const root = document.currentScript.dataset.root;
  const place = document.getElementById('search');
  const box = document.createElement('input');
  box.type = 'search';
  box.placeholder = 'Search';
  box.setAttribute('aria-label', 'Search the documentation');
  const list = document.createElement('ol');
  list.hidden = true;
  place.append(box, list);

  let loading;
  const index = () => loading ??= new Promise((done) => {
    const script = document.createElement('script');
    script.src = root + 'search-index.js';
    script.onload = () => done(window.plumbSections.map(([url, page, title, text]) => (
      {url, page, title, text, names: (page + ' ' + title).toLowerCase(), all: text.toLowerCase()})));
    document.head.append(script);
  });

  // Every word has to occur; words in a heading weigh more than those in the text.
  const rank = (section, words) => {
    let points = 0;
    for (const word of words) {
      const inName = section.names.includes(word);
      if (!inName && !section.all.includes(word)) return 0;
      points += inName ? (section.title.toLowerCase() === word ? 30 : 10) : 1;
    }
    return points;
  };

  const shown = (section, words) => {
    const at = Math.max(0, section.all.indexOf(words[0]) - 40);
    const link = document.createElement('a');
    link.href = root + section.url;
    link.textContent = section.title === section.page ? section.page : section.page + ': ' + section.title;
    const some = document.createElement('small');
    some.textContent = (at > 0 ? '… ' : '') + section.text.slice(at, at + 140);
    link.append(some);
    const item = document.createElement('li');
    item.append(link);
    return item;
  };

  const search = async () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const sections = words.length ? await index() : [];
    const found = sections.map((section) => [rank(section, words), section])
      .filter(([points]) => points > 0).sort((a, b) => b[0] - a[0]).slice(0, 20);
    list.replaceChildren(...found.map(([, section]) => shown(section, words)));
    if (words.length && !found.length) {
      const none = document.createElement('li');
      none.className = 'none';
      none.textContent = 'Nothing found.';
      list.append(none);
    }
    list.hidden = !words.length;
  };

  box.addEventListener('focus', index, {once: true});
  box.addEventListener('input', search);
  place.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') { box.value = ''; list.hidden = true; box.focus(); }
    const links = [box, ...list.querySelectorAll('a')];
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (!step || list.hidden) return;
    event.preventDefault();
    links[(links.indexOf(document.activeElement) + step + links.length) % links.length].focus();
  });
  document.addEventListener('click', (event) => { if (!place.contains(event.target)) list.hidden = true; });
})();
