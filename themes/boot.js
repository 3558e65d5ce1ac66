// Inlined into the page, so that the first paint has the right colors and sidebar width. The only code that selects the
// theme.
;(function () {
  var dark = matchMedia('(prefers-color-scheme: dark)')
  var contrast = matchMedia('(prefers-contrast: more)')
  function stored(name) {
    try {
      return localStorage.getItem(name)
    } catch (denied) {
      return null
    }
  }
  function apply() {
    var choice = stored('theme')
    var system = contrast.matches ? 'contrast' : dark.matches ? 'dark' : 'light'
    document.documentElement.dataset.theme = /^(light|dark|contrast)$/.test(choice) ? choice : system
  }
  apply()
  document.documentElement.dataset.sidebar = stored('sidebar') === 'closed' ? 'closed' : 'open'
  dark.addEventListener('change', apply)
  contrast.addEventListener('change', apply)
  addEventListener('storage', apply)
  addEventListener('theme', apply)
  // a login form submitted before its script has loaded waits for it
  addEventListener('submit', function (event) {
    if (!('early' in event.target.dataset)) return
    event.preventDefault()
    event.target.dataset.early = 'sent'
  })
})()
