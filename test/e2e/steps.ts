import type { Locator, Page } from 'playwright-core'

/** Steps of somebody on a page, counted: a step is a click, a key or chord, or a text typed. */
export interface Steps {
  click(target: Locator): Promise<void>
  press(key: string): Promise<void>
  /** Types a text where the focus is. */
  type(text: string): Promise<void>
  /** Steps so far. */
  count(): number
}

export function countSteps(page: Page): Steps {
  let count = 0
  const counted =
    <T>(act: (what: T) => Promise<void>) =>
    (what: T) => {
      count += 1
      return act(what)
    }
  return {
    click: counted((target: Locator) => target.click()),
    press: counted((key: string) => page.keyboard.press(key)),
    type: counted((text: string) => page.keyboard.type(text)),
    count: () => count,
  }
}
