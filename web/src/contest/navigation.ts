// The entries of the navigation beside the pages of an event, from top to bottom.

import {
  Activity,
  CalendarDays,
  GraduationCap,
  type IconNode,
  ListVideo,
  Medal,
  ShieldCheck,
  Swords,
  Ticket,
  Trophy,
  Upload,
  Users,
} from "lucide";
import type { PageName } from "./router.svelte";

/** The people who see an entry. */
type Reader = "all" | "member" | "staff" | "organiser";

export interface Entry {
  /** A page whose only parameter is the event. */
  page: PageName;
  title: string;
  icon: IconNode;
  reader: Reader;
}

export const NAVIGATION: Entry[] = [
  { page: "event", title: "Event", icon: CalendarDays, reader: "all" },
  { page: "leaderboard", title: "Leaderboard", icon: Trophy, reader: "all" },
  { page: "runs", title: "Tournaments", icon: Medal, reader: "all" },
  { page: "matches", title: "Matches", icon: ListVideo, reader: "all" },
  { page: "myTeam", title: "My team", icon: Users, reader: "member" },
  { page: "upload", title: "Hand in a bot", icon: Upload, reader: "member" },
  { page: "scrimmages", title: "Scrimmages", icon: Swords, reader: "member" },
  { page: "grades", title: "Grades", icon: GraduationCap, reader: "all" },
  { page: "raffles", title: "Raffle", icon: Ticket, reader: "all" },
  { page: "status", title: "Status", icon: Activity, reader: "all" },
  { page: "console", title: "Console", icon: ShieldCheck, reader: "staff" },
];
