import "zone.js";
import "@angular/compiler";
import { Component, signal } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import { RouterLink, RouterOutlet, provideRouter } from "@angular/router";

@Component({
  selector: "a-page",
  imports: [RouterLink],
  template: `@if (page(); as it) {
      <main>
        <h1>{{ it.title }}</h1>
        <p>{{ it.text }}</p>
        @for (link of it.links; track link[0]) {
          <li>
            @if (link[0].startsWith("/")) {
              <a [routerLink]="link[0]">{{ link[1] }}</a>
            } @else {
              <a [href]="link[0]">{{ link[1] }}</a>
            }
          </li>
        }
      </main>
    } @else {
      Loading…
    }`,
})
class Page {
  page = signal(undefined);
  constructor() {
    fetch("/data" + location.pathname)
      .then((r) => r.json())
      .then((it) => this.page.set(it));
  }
}
@Component({ selector: "site-app", imports: [RouterOutlet], template: "<router-outlet />" })
class App {}
document.querySelector("#root").append(document.createElement("site-app"));
bootstrapApplication(App, { providers: [provideRouter([{ path: "**", component: Page }])] });
