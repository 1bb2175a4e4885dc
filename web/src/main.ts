import { mount } from "svelte";
import App from "./App.svelte";
import "./design/design.css";
import PlayApp from "./play/PlayApp.svelte";

const target = document.getElementById("app");
// A person who plays has a page of its own; it is left by loading the other one.
if (target) mount(location.hash.startsWith("#/play/") ? PlayApp : App, { target });
