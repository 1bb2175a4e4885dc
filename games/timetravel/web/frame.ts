// What a frame of Time Travel contains.

export interface Portal {
  x: number;
  y: number;
  z: number;
  direction: number;
  fee: number;
}

export interface Unit {
  owner: number;
  type: string;
  level: number;
  x: number;
  y: number;
  z: number;
  hp: number;
  full_hp: number;
}

export interface Building extends Unit {
  size: number;
  complete: boolean;
  linked: boolean;
  training: string | null;
  progress: [number, number];
}

export interface Player {
  gold: number[];
  food: number[];
  hunger: number[];
  units: number[];
  buildings: number[];
  net_worth: number;
}

export interface Event {
  attacked?: {
    unit: number;
    from: [number, number, number];
    x: number;
    y: number;
    hit: number;
    destroyed: number;
  };
  painted?: { unit: number; from: [number, number, number]; x: number; y: number; gold: number[] };
  built?: { unit: number; building: number; z: number; complete: boolean };
  warped?: { unit: number; z: number; fee: number; destroyed: number };
}

export interface TimeTravelBoard {
  turn: number | null;
  player: number | null;
  turn_limit: number;
  radius: number;
  periods: string[];
  ground: string[][];
  portals: Record<string, Portal>;
  units: Record<string, Unit>;
  buildings: Record<string, Building>;
  players: [Player, Player];
  events: Event[];
  winner: number | null;
  result: string | null;
}

export const NAMES = ["first", "second"];
