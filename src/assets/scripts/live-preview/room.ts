import { hasRoomBeside } from './remembered.ts'

/** A sidebar with the properties that its script adds. */
interface Sidebar extends HTMLElement {
  open?(): void
  close?(): void
}

/**
 * Closes the menu if it does not fit beside the form and the page. On narrow screens, where the panel covers
 * everything, the elements behind it become inert.
 * @returns a function that undoes both
 */
export function makeRoom(panel: HTMLElement): () => void {
  const openMenu = closeMenu()
  const others = [...document.body.children].filter(
    (element): element is HTMLElement => element instanceof HTMLElement && element !== panel && !element.inert,
  )
  const cover = (isCovered: boolean): void => {
    for (const element of others) element.inert = isCovered
  }
  const update = (): void => cover(!hasRoomBeside())
  update()
  window.addEventListener('resize', update)
  return () => {
    window.removeEventListener('resize', update)
    cover(false)
    openMenu()
  }
}

function closeMenu(): () => void {
  const menu = document.getElementById('menu') as Sidebar | null
  if (menu === null || menu.inert || matchMedia('(min-width: 110rem)').matches) return () => {}
  menu.close?.()
  return () => {
    if (matchMedia('(min-width: 48rem)').matches) menu.open?.()
  }
}
