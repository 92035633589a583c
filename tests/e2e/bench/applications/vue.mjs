import { createApp, h, ref, watchEffect } from "vue";
import { RouterLink, RouterView, createRouter, createWebHistory, useRoute } from "vue-router";

const Page = {
  setup() {
    const page = ref(),
      route = useRoute();
    watchEffect(async () => (page.value = await (await fetch("/data" + route.path)).json()));
    return () =>
      page.value
        ? h("main", [
            h("h1", page.value.title),
            h("p", page.value.text),
            page.value.links.map(([to, name]) =>
              h("li", to.startsWith("/") ? h(RouterLink, { to }, () => name) : h("a", { href: to }, name)),
            ),
          ])
        : "Loading…";
  },
};
createApp(RouterView)
  .use(createRouter({ history: createWebHistory(), routes: [{ path: "/:all(.*)*", component: Page }] }))
  .mount("#root");
