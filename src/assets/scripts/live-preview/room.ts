/** A sidebar, as its own script extends it. */
interface Sidebar extends HTMLElement {
  open?(): void
  close?(): void
}

/**
 * Closes the menu where form, page and menu do not fit side by side.
 * @returns opens it again
 */
export function besideMenu(): () => void {
  const menu = document.getElementById('menu') as Sidebar | null
  if (menu === null || menu.inert || matchMedia('(min-width: 110rem)').matches) return () => {}
  menu.close?.()
  return () => {
    if (matchMedia('(min-width: 48rem)').matches) menu.open?.()
  }
}
