import { h, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LocationProvider, Router, useLocation } from "preact-iso";

function Page() {
  const { path } = useLocation();
  const [page, set] = useState();
  useEffect(
    () =>
      void fetch("/data" + path)
        .then((r) => r.json())
        .then(set),
    [path],
  );
  return page
    ? h(
        "main",
        null,
        h("h1", null, page.title),
        h("p", null, page.text),
        page.links.map(([href, name]) => h("li", null, h("a", { href }, name))),
      )
    : "Loading…";
}
render(h(LocationProvider, null, h(Router, null, h(Page, { default: true }))), document.querySelector("#root"));
