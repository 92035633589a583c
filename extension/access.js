// The access to sites, which is asked for at run time and never at installation.

const ALL_SITES = { origins: ["http://*/*", "https://*/*"] };

/** Resolves to whether the extension may read all sites. */
export const hasAccess = () => chrome.permissions.contains(ALL_SITES);

/** Asks the person in the browser's own prompt; to be called while a click is handled. Resolves to whether it was granted. */
export const requestAccess = () => chrome.permissions.request(ALL_SITES);
