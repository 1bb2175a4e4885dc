// What staff do at their desk: the console with its previews, grading with points by hand and comments.

import { expect, test } from "@playwright/test";
import { RUBRIC } from "./season";
import { Contest, expectGood, expectPhone, IDLE_BOT, type Person } from "./server";

let contest: Contest;
let ada: Person;
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  contest = await Contest.start("desk");
  await contest.event("cup", "mars", { tags: ["local"] });
  ada = await contest.team("cup", "ada", "Ada Racing");
  await contest.team("cup", "bob", "Bob's Builders");
  await ada.upload("cup", "bot.py", IDLE_BOT);
  await ada.post("/events/cup/questions", { text: "May a bot use numpy?" });
});
test.afterAll(() => contest.kill());

test("the console: phase, announcements, teams, questions, settings", async ({ page }) => {
  await contest.enter(page, contest.organiser);
  await page.goto(`${contest.url}/events/cup/console`);
  await page.getByRole("button", { name: "frozen" }).click();
  await expect(page.getByText("no bot can be handed in", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Move to frozen" }).click();
  await expect(page.getByRole("button", { name: "frozen", pressed: true })).toBeVisible();
  await page.getByRole("button", { name: "open", exact: true }).click();
  await page.getByRole("button", { name: "Move to open" }).click();
  await page.getByLabel("Title").fill("Pizza is here");
  await page.getByLabel("Text").fill("In the **hall**.");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Published: open pages show it now.")).toBeVisible();
  await expectPhone(page);

  await page.getByRole("tab", { name: "Teams" }).click();
  await page.getByRole("checkbox", { name: "Choose Bob's Builders" }).check();
  await page.getByRole("button", { name: "Disqualify" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("They can be reinstated", { exact: false })).toBeVisible();
  await dialog.getByLabel("Why").fill("Two accounts");
  await dialog.getByRole("button", { name: "Disqualify" }).click();
  const row = page.getByRole("row").filter({ hasText: "Bob's Builders" });
  await expect(row.getByText("disqualified")).toBeVisible();
  await expectPhone(page);
  await page.getByRole("checkbox", { name: "Choose Bob's Builders" }).check();
  await page.getByRole("button", { name: "Reinstate" }).click();
  await dialog.getByLabel("Why").fill("It was a misunderstanding");
  await dialog.getByRole("button", { name: "Reinstate" }).click();
  await expect(row.getByText("active", { exact: true })).toBeVisible();

  await page.getByRole("tab", { name: "Questions" }).click();
  await page.getByRole("button", { name: "Answer" }).click();
  await page.getByLabel("Answer", { exact: true }).fill("Yes.");
  await page.getByRole("button", { name: "Send the answer" }).click();
  await expect(page.getByText("Yes.", { exact: true })).toBeVisible();
  await expectPhone(page);

  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByLabel("Title").fill("The great cup");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expectPhone(page);
});

test("the status page is for all people; the console is not", async ({ page }) => {
  await page.goto(`${contest.url}/events/cup/status`);
  await expect(page.getByText("Nothing is being played")).toBeVisible();
  await expect(page.getByText("Queue of all events")).toBeHidden();
  await expectPhone(page);
  await page.goto(`${contest.url}/events/cup/console`);
  await expect(page.getByText("Only staff use the console.", { exact: false })).toBeVisible();
});

test("grading: points by hand, comments on lines, release, and what the author reads", async ({
  page,
  browser,
}) => {
  const { organiser } = contest;
  const deadline = new Date(Date.now() + 1500).toISOString();
  const made = await organiser.post("/events/cup/gradings", { title: "Homework", rubric: RUBRIC, deadline });
  await organiser.until(`/gradings/${made.id}/results`, (all) =>
    all.some((one: { tasks: { points: number }[] }) => one.tasks[0]?.points === 8),
  );
  await contest.enter(page, organiser);
  await page.goto(`${contest.url}/gradings/${made.id}`);
  await page.getByRole("link", { name: "Ada Racing" }).click();
  const panel = page.getByLabel("Result of Ada Racing");
  await panel.getByLabel("Points").fill("1.5");
  await panel.getByLabel("Comment", { exact: true }).fill("Good names");
  await panel.getByRole("button", { name: "Give the points" }).click();
  await expect(panel.getByText("9.50")).toBeVisible();
  await panel.getByLabel("File").fill("bot.py");
  await panel.getByLabel("Line", { exact: true }).fill("3");
  await panel.getByLabel("Comment on the line").fill("A docstring would help");
  await panel.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(panel.getByTestId("result").getByText("A docstring would help")).toBeVisible();
  await expectGood(page);
  const author = await (await browser.newContext()).newPage();
  await contest.enter(author, ada);
  await author.goto(`${contest.url}/events/cup/grades`);
  await expect(author.getByText("Your result appears here when the organisers release it.")).toBeVisible();
  await page.getByRole("button", { name: "Release to authors" }).click();
  await expect(page.getByRole("button", { name: "Hide from authors" })).toBeVisible();
  await author.reload();
  await expect(author.getByTestId("result").getByText("A docstring would help")).toBeVisible();
  await expect(author.getByTestId("result").getByText("Good names")).toBeVisible();
  await expectGood(author);
  await author.goto(`${contest.url}/gradings/${made.id}`);
  await expect(author.getByTestId("result")).toBeHidden();
  await author.context().close();
});
