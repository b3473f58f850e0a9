/** Tracks whether a form differs from what is stored. */
export class UnsavedChanges {
  #changes: number
  #saved = 0

  constructor(changes: number) {
    this.#changes = changes
  }

  note(): void {
    this.#changes += 1
  }

  get count(): number {
    return this.#changes
  }

  get areThere(): boolean {
    return this.#changes > this.#saved
  }

  settle(count = this.#changes): void {
    this.#saved = count
  }
}
