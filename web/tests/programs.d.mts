export const root: string;
export function agon(): string;
export function run(...words: string[]): string;
export function scratch(name: string): string;
export const MATCHES: Record<string, string[]>;
export function play(folder: string, game: string): string;
export function playAll(folder: string): Record<string, string>;
export interface Served {
  url: string;
  stop(): Promise<unknown>;
  said(): string;
}
export function serve(words: string[], folder: string): Promise<Served>;
