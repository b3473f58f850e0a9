import { message } from '../../../messages/messages.ts'
import { type RequestContext, wordsIn } from '../../../runtime/kit.ts'
import { actions } from './actions.ts'
import type { Destination, DestinationGroup } from './destination.ts'
import { documents, files, guides, people, recentDocuments } from './found.ts'
import { allPages, menuPages, newDocuments } from './pages.ts'

/** Minimum number of characters for finding documents, files, people and guides. */
const SHORTEST = 2

/** Maximum number of pages, and of forms for new documents, in the list. */
const PAGES = 6

/**
 * Finds pages, actions, documents, files, people and guides that contain all words, limited to those that the caller
 * may see. Without words, returns recent documents, the pages of the menu, forms for new documents, and actions.
 */
export async function destinationsFor(c: RequestContext, typed: string): Promise<readonly DestinationGroup[]> {
  const words = wordsIn(typed)
  if (words.length === 0) return whenEmpty(c)
  const text = typed.trim()
  const isLong = text.length >= SHORTEST
  const [pages, inText, inFiles, inPeople, inGuides] = await Promise.all([
    allPages(c),
    isLong ? documents(c, text) : [],
    isLong ? files(c, text) : [],
    isLong ? people(c, text) : [],
    isLong ? guides(c, text) : [],
  ])
  return filled([
    { title: message('Go to'), destinations: named(pages, words).slice(0, PAGES) },
    { title: message('Documents'), destinations: inText },
    { title: message('Create'), destinations: named(newDocuments(c), words).slice(0, PAGES) },
    { title: message('Actions'), destinations: named(actions(), words) },
    { title: message('Files'), destinations: inFiles },
    { title: message('People'), destinations: inPeople },
    { title: message('Help'), destinations: inGuides },
  ])
}

async function whenEmpty(c: RequestContext): Promise<readonly DestinationGroup[]> {
  const [recent, pages] = await Promise.all([recentDocuments(c), menuPages(c)])
  return filled([
    { title: message('Recently updated'), destinations: recent },
    { title: message('Go to'), destinations: pages },
    { title: message('Create'), destinations: newDocuments(c).slice(0, PAGES) },
    { title: message('Actions'), destinations: actions() },
  ])
}

function filled(groups: readonly DestinationGroup[]): readonly DestinationGroup[] {
  return groups.filter(({ destinations }) => destinations.length > 0)
}

/**
 * Returns the entries in which every typed word is the beginning of a word. Entries that begin with the first typed
 * word come first.
 */
function named(all: readonly Destination[], words: readonly string[]): Destination[] {
  const [first = ''] = words
  return all
    .filter(({ label, kind }) => {
      const entryWords = wordsIn(`${label} ${kind ?? ''}`)
      return words.every((word) => entryWords.some((entryWord) => entryWord.startsWith(word)))
    })
    .map((one) => ({ one, begins: wordsIn(one.label)[0]?.startsWith(first) ? 0 : 1 }))
    .sort((a, b) => a.begins - b.begins)
    .map(({ one }) => one)
}
