import { createElement as h, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter, Link, Route, Routes, useLocation } from "react-router";

function Page() {
  const { pathname } = useLocation();
  const [page, set] = useState();
  useEffect(
    () =>
      void fetch("/data" + pathname)
        .then((r) => r.json())
        .then(set),
    [pathname],
  );
  return page
    ? h(
        "main",
        null,
        h("h1", null, page.title),
        h("p", null, page.text),
        page.links.map(([to, name]) =>
          h("li", { key: to }, to.startsWith("/") ? h(Link, { to }, name) : h("a", { href: to }, name)),
        ),
      )
    : "Loading…";
}
createRoot(document.querySelector("#root")).render(
  h(BrowserRouter, null, h(Routes, null, h(Route, { path: "*", element: h(Page) }))),
);
