/** Light or dark before the first paint: as chosen, else as the system is. */
const chosen = document.documentElement.dataset.theme
const system = matchMedia('(prefers-color-scheme: dark)')

function show(): void {
  document.documentElement.classList.toggle('dark', chosen === 'dark' || (chosen !== 'light' && system.matches))
}

show()
system.addEventListener('change', show)
