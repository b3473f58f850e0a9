/** Content of a tab: facts by name. */
export type TabSettings = Readonly<Record<string, unknown>>
