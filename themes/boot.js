// Stands inside of the page, so that the first paint has the right colours and the sidebar its width. It is the only place
// that decides the theme.
;(function () {
  var dark = matchMedia('(prefers-color-scheme: dark)')
  var contrast = matchMedia('(prefers-contrast: more)')
  function kept(name) {
    try {
      return localStorage.getItem(name)
    } catch (denied) {
      return null
    }
  }
  function apply() {
    var choice = kept('theme')
    var system = contrast.matches ? 'contrast' : dark.matches ? 'dark' : 'light'
    document.documentElement.dataset.theme = /^(light|dark|contrast)$/.test(choice) ? choice : system
  }
  apply()
  document.documentElement.dataset.sidebar = kept('sidebar') === 'closed' ? 'closed' : 'open'
  dark.addEventListener('change', apply)
  contrast.addEventListener('change', apply)
  addEventListener('storage', apply)
  addEventListener('theme', apply)
  // whoever sends the login form before its script has come waits for that
  addEventListener('submit', function (event) {
    if (!('early' in event.target.dataset)) return
    event.preventDefault()
    event.target.dataset.early = 'sent'
  })
})()
