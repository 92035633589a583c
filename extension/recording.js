// A recording of visited pages. Every function is pure: it takes a recording and returns one.
//
// `trails` are lists of pages in the order of the links that led to them. `tabs` has the position of each tab: its trail, and the page in it. Whoever
// goes back and follows another link begins a further trail with the path to the page of that link; so does a tab that a recorded page opened. Such a
// path waits in `paths` until the tab has a page of its own. A page of a path is not marked again.

/** An empty recording, which is off. */
export const EMPTY = { isOn: false, window: null, trails: [], tabs: {}, paths: {} };

const isPage = (url) => /^https?:\/\//.test(url ?? "");
const withoutFragment = (url) => url?.split("#")[0];

/** Returns the path to the page of a tab; undefined if it has none. */
function pathTo({ trails, tabs }, id) {
  const position = tabs[id];
  return position && trails[position.trail].slice(0, position.page + 1).map((page) => ({ ...page, relevant: false }));
}

/** Returns the recording with a tab that was opened for a link of a recorded one. Chromium opens an empty tab with an address of its own, Firefox tells no address of a link. */
export function withOpenedTab(recording, { id, openerTabId, pendingUrl, url }) {
  const path = pathTo(recording, openerTabId);
  const target = pendingUrl ?? url ?? "about:blank";
  const isForLink = isPage(target) || target === "about:blank";
  return recording.isOn && path && isForLink ? { ...recording, paths: { ...recording.paths, [id]: path } } : recording;
}

/** Returns the recording with a page that a tab shows. A page of its trail moves the tab back to that page. */
export function withVisit(recording, tab, now) {
  if (!recording.isOn || tab.windowId !== recording.window || tab.incognito || !isPage(tab.url)) return recording;
  const url = withoutFragment(tab.url);
  const { trails, tabs, paths } = recording;
  const moved = (trail, page, all = trails) => ({ ...recording, trails: all, tabs: { ...tabs, [tab.id]: { trail, page } } });
  const own = tabs[tab.id];
  const trail = own && trails[own.trail];
  const known = trail?.findIndex((page) => page.url === url) ?? -1;
  if (known === own?.page) return recording;
  if (known >= 0) return moved(own.trail, known);
  const page = { url, relevant: false, visited_at: now };
  if (own && own.page === trail.length - 1) return moved(own.trail, trail.length, trails.map((other) => (other === trail ? [...trail, page] : other)));
  const path = pathTo(recording, tab.id) ?? paths[tab.id] ?? [];
  return moved(trails.length, path.length, [...trails, [...path, page]]);
}

/** Returns the recording with the mark of a tab's page toggled. */
export function withMarkToggled(recording, tab) {
  const { trails, tabs } = recording;
  const url = withoutFragment(tab.url);
  const own = tabs[tab.id];
  const changed = (change) => ({ ...recording, trails: trails.map((trail, at) => trail.map((page, place) => (page.url === url ? change(page, at, place) : page))) });
  if (isMarked(recording, tab)) return changed((page) => ({ ...page, relevant: false }));
  return changed((page, at, place) => (at === own?.trail && place === own.page ? { ...page, relevant: true } : page));
}

/** Returns the recording with the page of a tab as a relevant one, whether or not visits are recorded. */
export function withRelevantPage(recording, tab, now) {
  const { isOn, window } = recording;
  const visited = withVisit({ ...recording, isOn: true, window: tab.windowId }, tab, now);
  return { ...(isMarked(visited, tab) ? visited : withMarkToggled(visited, tab)), isOn, window };
}

/** Returns whether the page of a tab is recorded and marked as relevant. */
export const isMarked = ({ trails }, tab) => trails.flat().some((page) => page.url === withoutFragment(tab.url) && page.relevant);

/** Returns whether pages are being recorded, and the numbers of pages and of relevant ones. */
export function status({ isOn, trails }) {
  const pages = trails.flat();
  const count = (list) => new Set(list.map(({ url }) => url)).size;
  return { isOn, pages: count(pages), relevant: count(pages.filter(({ relevant }) => relevant)) };
}

/** Returns the trails file of a recording (the format of the app's imports). */
export const trailsFile = ({ trails }) => JSON.stringify({ version: 1, trails: trails.map((pages, at) => ({ name: `Browsing ${at + 1}`, pages })) });
