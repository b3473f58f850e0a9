/** Sets the theme before the first paint: the chosen one, otherwise the system's. */
const chosen = document.documentElement.dataset.theme
const system = matchMedia('(prefers-color-scheme: dark)')

function show(): void {
  document.documentElement.classList.toggle('dark', chosen === 'dark' || (chosen !== 'light' && system.matches))
}

show()
system.addEventListener('change', show)
