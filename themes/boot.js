// A classic script in <head>, so that the first paint has the right colours. It is the only place that decides the theme.
;(function () {
  var dark = matchMedia('(prefers-color-scheme: dark)')
  var contrast = matchMedia('(prefers-contrast: more)')
  function chosen() {
    try {
      return localStorage.getItem('theme')
    } catch (denied) {
      return null
    }
  }
  function apply() {
    var choice = chosen()
    var system = contrast.matches ? 'contrast' : dark.matches ? 'dark' : 'light'
    document.documentElement.dataset.theme = /^(light|dark|contrast)$/.test(choice) ? choice : system
  }
  apply()
  dark.addEventListener('change', apply)
  contrast.addEventListener('change', apply)
  addEventListener('storage', apply)
  addEventListener('theme', apply)
})()
