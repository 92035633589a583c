// A recording of visited pages: one trail a tab. Pure: a recording in, a recording out.
//
// A tab that a recorded page opened begins with the path to that page, since the path led to its pages as well. Such a path waits until the tab has
// a page of its own.

/** An empty recording, which is off. */
export const EMPTY = { isOn: false, window: null, trails: {}, paths: {} };

const isPage = (url) => /^https?:\/\//.test(url ?? "");

/**
 * Returns the recording with a tab that was opened for a link of a recorded one, which an empty tab is not. Its trail begins with the path to that
 * page, whose marks are not copied.
 */
export function opened(recording, { id, openerTabId, pendingUrl, url }) {
  const path = recording.trails[openerTabId]?.map((page) => ({ ...page, relevant: false }));
  return recording.isOn && path && isPage(pendingUrl ?? url) ? { ...recording, paths: { ...recording.paths, [id]: path } } : recording;
}

/** Returns the recording with a page that a tab shows. A page that is visited again does not extend its trail. */
export function visited(recording, tab, now) {
  if (!recording.isOn || tab.windowId !== recording.window || tab.incognito || !isPage(tab.url)) return recording;
  const url = tab.url.split("#")[0];
  const trail = recording.trails[tab.id] ?? recording.paths[tab.id] ?? [];
  if (trail.some((page) => page.url === url)) return recording;
  const page = { url, relevant: false, visited_at: now };
  return { ...recording, trails: { ...recording.trails, [tab.id]: [...trail, page] } };
}

/** Returns the recording with the page of a tab marked as relevant, or no more. */
export function marked(recording, tab) {
  const url = tab.url?.split("#")[0];
  const trail = recording.trails[tab.id]?.map((page) => (page.url === url ? { ...page, relevant: !page.relevant } : page));
  return trail ? { ...recording, trails: { ...recording.trails, [tab.id]: trail } } : recording;
}

/** Returns the recording with the page of a tab as a relevant one, whether or not visits are recorded. */
export function added(recording, tab, now) {
  const taken = visited({ ...recording, isOn: true, window: tab.windowId }, tab, now);
  const { isOn, window } = recording;
  return { ...(isMarked(taken, tab) ? taken : marked(taken, tab)), isOn, window };
}

/** Whether the page of a tab is recorded and marked as relevant. */
export const isMarked = (recording, tab) => recording.trails[tab.id]?.some((page) => page.url === tab.url?.split("#")[0] && page.relevant) ?? false;

/** Returns how a recording stands: whether it goes on, and how many pages it has. */
export function status({ isOn, trails }) {
  const pages = Object.values(trails).flat();
  const count = (list) => new Set(list.map(({ url }) => url)).size;
  return { isOn, pages: count(pages), relevant: count(pages.filter(({ relevant }) => relevant)) };
}

/** Returns the trails file of a recording's trails (the contract of the app's imports). */
export function trailsFile(trails) {
  const named = Object.values(trails).filter(({ length }) => length > 0);
  return JSON.stringify({ version: 1, trails: named.map((pages, at) => ({ name: `Browsing ${at + 1}`, pages })) });
}
