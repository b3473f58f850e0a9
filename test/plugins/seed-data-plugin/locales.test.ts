import { beforeAll, expect, it } from 'vitest'
import { admin, setUp } from './site.ts'

const site = setUp()
const LOCALES = ['en', 'de', 'pt-BR', 'sv'] as const

type ByLocale<T> = Readonly<Record<(typeof LOCALES)[number], T>>

interface Story {
  readonly id: string
  readonly title: ByLocale<string>
  readonly slug: ByLocale<string | null>
  readonly summary: ByLocale<string | null>
  readonly topics: ByLocale<readonly string[]>
  readonly seo: { readonly title: ByLocale<string | null> } | null
  readonly sections: readonly {
    readonly text?: ByLocale<string | null>
    readonly items?: readonly { readonly label: ByLocale<string | null> }[]
  }[]
  readonly publishedLocales: readonly string[] | null
}

let stories: readonly Story[] = []
const list = async (query: string, headers: Record<string, string> = admin) =>
  (await site.service.json(`/api/stories?limit=100&${query}`, { headers })).body

beforeAll(async () => {
  await site.call('generate', {
    contentCount: 80,
    userCount: 1,
    mediaCount: 1,
    collections: ['stories', 'topics'],
    seed: 7,
  })
  stories = (await list('locale=*&sort=id')).data
})

it('says the same in each language, in its own words', () => {
  expect(stories).toHaveLength(40)
  const [first] = stories
  const told = { title: first?.title, summary: first?.summary, slug: first?.slug }
  expect(told).toMatchInlineSnapshot(`
    {
      "slug": {
        "de": "die-eisenbahn-und-die-muhle-die-kustennahe-klinik",
        "en": "between-railway-and-mill-a-coastal-clinic",
        "pt-BR": "a-ferrovia-e-o-moinho-a-clinica-a-beira-mar",
        "sv": null,
      },
      "summary": {
        "de": "Ein kleines Team zählte mehr als vierhundert Gäste, und das merkt man. Niemand weiß noch, wie es begann, trotz des Wetters. Eine Familie aus dem Ort sieht keinen Grund zur Eile, nicht weit vom alten Bahnhof. Der Hafenmeister will die Türen für alle öffnen.",
        "en": "A small team counted more than four hundred guests, and it shows. Nobody remembers how it began, despite the weather. A local family sees no reason to hurry, not far from the old station. The harbour master wants to open the doors to everybody. A student invited everyone to take part.",
        "pt-BR": "Uma equipe pequena contou mais de quatrocentos convidados, e isso se nota. Um desconhecido lembra como tudo começou, apesar do tempo. Uma família do lugar não vê motivo para pressa, não longe da antiga estação. O capitão do porto quer abrir as portas para todos.",
        "sv": null,
      },
      "title": {
        "de": "Die Eisenbahn und die Mühle: die küstennahe Klinik",
        "en": "Between railway and mill: a coastal clinic",
        "pt-BR": "A ferrovia e o moinho: a clínica à beira-mar",
        "sv": "Between railway and mill: a coastal clinic",
      },
    }
  `)
})

it('leaves some documents without a translation, and does not show some of these', async () => {
  const translated = stories.filter(({ summary }) => summary.de !== null)
  expect(translated.length).toBeGreaterThan(25)
  expect(translated.length).toBeLessThan(40)
  for (const { summary, slug, seo, sections } of stories.filter(({ summary }) => summary.de === null)) {
    const texts = sections.flatMap(({ text, items = [] }) => [text?.de, ...items.map(({ label }) => label.de)])
    expect([summary.de, seo?.title.de ?? null, ...texts.map((text) => text ?? null)].every((one) => one === null)).toBe(
      true,
    )
    expect(slug.de).not.toBe(slug.en)
  }
  expect(stories.filter(({ publishedLocales }) => publishedLocales !== null).length).toBeGreaterThan(0)
  for (const { publishedLocales, summary } of stories) {
    for (const locale of ['en', 'sv']) if (publishedLocales) expect(publishedLocales).toContain(locale)
    if (publishedLocales?.includes('de') === false) expect(summary.de).toBeNull()
  }
  const visible = (await list('', {})).data.map(({ id }: Story) => id)
  const german = (await list('locale=de', {})).data.map(({ id }: Story) => id)
  const isShown = (id: string) => stories.find((one) => one.id === id)?.publishedLocales?.includes('de') !== false
  expect(german).toEqual(visible.filter(isShown))
})

it('translates what stands in groups, lists and blocks, and makes unique values in each language', () => {
  const inside = stories.flatMap(({ sections, seo }) => [
    seo?.title,
    ...sections.flatMap(({ text, items = [] }) => [text, ...items.map(({ label }) => label)]),
  ])
  const both = inside.flatMap((one) => (one?.de && one.en ? [one] : []))
  expect(both.length).toBeGreaterThan(40)
  // Some words are the same in both: Sport.
  expect(both.filter(({ en, de }) => en !== de).length).toBeGreaterThan(both.length * 0.9)
  for (const locale of LOCALES) {
    const slugs = stories.flatMap(({ slug }) => slug[locale] ?? [])
    expect(new Set(slugs).size).toBe(slugs.length)
  }
})

it('writes English where a language without words needs a text', () => {
  for (const { title, summary } of stories) {
    expect(title.sv).not.toBeNull()
    expect(summary.sv).toBeNull()
  }
})
