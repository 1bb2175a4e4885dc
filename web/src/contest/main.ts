import { mount } from "svelte";
import "../design/design.css";
import "./contest.css";
import App from "./App.svelte";

const target = document.getElementById("app");
if (target) mount(App, { target });
