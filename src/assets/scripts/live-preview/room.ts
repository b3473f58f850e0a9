import { hasRoomBeside } from './remembered.ts'

/** A sidebar, as its own script extends it. */
interface Sidebar extends HTMLElement {
  open?(): void
  close?(): void
}

/**
 * Closes the menu where form, page and menu do not fit side by side. On narrow screens, where the panel lies over
 * everything, nothing behind it can be reached.
 * @returns takes both back
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
