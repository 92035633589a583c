import { createComponent, createResource } from "solid-js";
import { render } from "solid-js/web";
import h from "solid-js/h";
import { A, Router, useLocation } from "@solidjs/router";

function Page() {
  const path = useLocation();
  const [page] = createResource(
    () => path.pathname,
    (at) => fetch("/data" + at).then((r) => r.json()),
  );
  return () =>
    page()
      ? h(
          "main",
          h("h1", page().title),
          h("p", page().text),
          page().links.map(([href, name]) =>
            h("li", href.startsWith("/") ? h(A, { href }, name) : h("a", { href }, name)),
          ),
        )
      : "Loading…";
}
render(() => createComponent(Router, { children: { path: "*", component: Page } }), document.querySelector("#root"));
