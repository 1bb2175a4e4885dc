// Finds room for texts on a crowded board: a text that would lie on another one is not drawn.

type Box = [number, number, number, number];

/** Width of a digit or letter, height of a text, and room to its left and right, as shares of its size: two numbers
 * side by side must not read as one. */
const [WIDE, HIGH, ROOM] = [0.64, 0.86, 0.4];

export class Labels {
  private boxes: Box[] = [];
  /** Places that belong to drawings: texts stay off them. */
  private blocked: Box[] = [];

  /** Begins with what other texts have taken. */
  constructor(others?: Labels) {
    if (!others) return;
    this.boxes = [...others.boxes];
    this.blocked = [...others.blocked];
  }

  width(text: string, size: number): number {
    return text.length * size * WIDE;
  }

  /** Keeps texts off a rectangle. */
  block(x: number, y: number, width: number, height: number): void {
    this.blocked.push([x, y, x + width, y + height]);
  }

  /** Keeps texts inside of a picture, where no edge cuts them. */
  stayWithin(width: number, height: number): void {
    const far = width + height;
    this.block(-far, -far, width + 2 * far, far);
    this.block(-far, height, width + 2 * far, far);
    this.block(-far, -far, far, height + 2 * far);
    this.block(width, -far, far, height + 2 * far);
  }

  /** Takes the place of a text that is centred at a point; false if something is there. */
  claim(text: string, at: [number, number], size: number): boolean {
    return this.claimAll([text], [at], size);
  }

  /** Takes the places of several texts, of all of them or of none. */
  claimAll(texts: string[], places: [number, number][], size: number): boolean {
    const boxes = texts.map((text, i) => this.box(text, places[i], size));
    if (boxes.some((box) => this.isTaken(box))) return false;
    this.boxes.push(...boxes);
    return true;
  }

  private box(text: string, [x, y]: [number, number], size: number): Box {
    const [width, height] = [this.width(text, size) + size * ROOM, size * HIGH];
    return [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
  }

  private isTaken([left, top, right, bottom]: Box): boolean {
    const meets = ([a, b, c, d]: Box): boolean => left < c && right > a && top < d && bottom > b;
    return this.boxes.some(meets) || this.blocked.some(meets);
  }
}
