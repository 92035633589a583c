import { LitElement, html } from "lit";
import { Routes } from "@lit-labs/router";

customElements.define(
  "site-app",
  class extends LitElement {
    routes = new Routes(this, [
      {
        path: "/*",
        render: () =>
          this.page
            ? html`<main>
                <h1>${this.page.title}</h1>
                <p>${this.page.text}</p>
                ${this.page.links.map(([to, name]) => html`<li><a href=${to}>${name}</a></li>`)}
              </main>`
            : "Loading…",
      },
    ]);
    async connectedCallback() {
      super.connectedCallback();
      await this.routes.goto(location.pathname);
      this.page = await (await fetch("/data" + location.pathname)).json();
      this.requestUpdate();
      await this.routes.goto(location.pathname);
    }
    render() {
      return this.routes.outlet();
    }
  },
);
document.querySelector("#root").append(document.createElement("site-app"));
