/* These functions run in the page, so they must not refer to anything outside of themselves. */

/** Layout problems of the visible part of a page, one sentence each. */
export const layoutFindings = (): string[] => {
  const problems: string[] = []
  const nameOf = (element: Element) => {
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '')
      .trim()
      .replace(/\s+/g, ' ')
      .slice(0, 40)
    const role = element.getAttribute('role')
    return `<${element.tagName.toLowerCase()}${role ? ` role=${role}` : ''}> "${words}"`
  }
  /** Caches results per element, since each element is compared with many others. */
  const once = <Value>(find: (element: Element) => Value) => {
    const known = new Map<Element, Value>()
    return (element: Element) => {
      if (!known.has(element)) known.set(element, find(element))
      return known.get(element) as Value
    }
  }
  const up: (element: Element) => Element[] = once((element) => [
    element,
    ...(element.parentElement ? up(element.parentElement) : []),
  ])
  const box = (rect: { left: number; top: number; right: number; bottom: number }) => ({
    left: rect.left,
    top: rect.top,
    right: rect.right,
    bottom: rect.bottom,
  })
  type Box = ReturnType<typeof box>
  const cut = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  })
  const empty = ({ left, top, right, bottom }: Box) => right - left < 1 || bottom - top < 1
  const screen: Box = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight }
  const styleOf = once((element) => {
    const { visibility, opacity, clipPath, overflowX, overflowY, textOverflow, position, zIndex, display } =
      getComputedStyle(element)
    return { visibility, opacity, clipPath, overflowX, overflowY, textOverflow, position, zIndex, display }
  })
  const rectOf = once((element) => element.getBoundingClientRect())
  const hides = once((element) => {
    const { visibility, opacity, clipPath } = styleOf(element)
    return visibility === 'hidden' || opacity === '0' || clipPath === 'inset(50%)'
  })
  const unseen = (element: Element) => up(element).some(hides)
  const clips = (value: string) => value !== 'visible'
  const scrolls = (value: string) => value === 'auto' || value === 'scroll'

  // 1. nothing scrolls sideways, except for tabs, code and elements that are marked for it
  const root = document.documentElement
  if (root.scrollWidth > window.innerWidth)
    problems.push(`The page is ${root.scrollWidth} px wide in ${window.innerWidth}`)
  const mayScroll = (element: Element) =>
    element.matches('[role=tablist], pre, textarea, input, select') ||
    element.querySelector(':scope > pre, :scope > textarea, :scope > div > textarea') !== null
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const over = element.scrollWidth - element.clientWidth
    if (over > 1 && element.clientWidth > 0 && scrolls(styleOf(element).overflowX) && !mayScroll(element)) {
      problems.push(`${nameOf(element)} scrolls sideways by ${over} px`)
    }
  }

  // 2. every text is complete, or ends in an ellipsis and has a title with all of it; no two texts overlap
  type Line = { text: string; element: Element; seen: Box }
  const lines: Line[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = (node.nodeValue ?? '').trim()
    if (!element || !text || element.closest('script, style, option, title, [inert]') || unseen(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      let bounds = box(rect)
      let seen = cut(bounds, screen)
      let fixed = false
      for (const one of up(element)) {
        const { overflowX, overflowY, textOverflow, position } = styleOf(one)
        if (
          one !== document.documentElement &&
          one !== document.body &&
          !fixed &&
          (clips(overflowX) || clips(overflowY))
        ) {
          const inside = box(rectOf(one))
          const before = seen
          seen = cut(seen, inside)
          if (empty(before)) break
          const lost = Math.max(bounds.right - inside.right, inside.left - bounds.left)
          // a line above or below the visible part of its container is hidden on purpose
          const beside = Math.min(bounds.bottom, inside.bottom) > Math.max(bounds.top, inside.top)
          const sideways = lost > 1 && beside && !scrolls(overflowX)
          const hasTooltip = textOverflow === 'ellipsis' && element.closest('[title]')
          if (sideways && !hasTooltip)
            problems.push(`"${text.slice(0, 40)}" is cut by ${Math.round(lost)} px, without an ellipsis and a title`)
          const down = Math.max(bounds.bottom - inside.bottom, inside.top - bounds.top)
          if (
            down > 3 &&
            !scrolls(overflowY) &&
            !empty(cut(before, inside)) &&
            !up(one).some((outer) => scrolls(styleOf(outer).overflowY) && outer !== one)
          )
            problems.push(`"${text.slice(0, 40)}" loses ${Math.round(down)} px of its height`)
          bounds = cut(bounds, inside)
        }
        fixed = fixed || position === 'fixed'
      }
      if (!empty(seen)) lines.push({ text, element, seen })
    }
  }
  // what something above covers is not visible: a page under a dialog, rows under their header
  const visible = lines.filter(({ element, seen }) => {
    const topmost = document.elementFromPoint((seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2)
    return !topmost || topmost.contains(element) || element.contains(topmost)
  })
  // floating elements may cover a part of a text
  const floats = once((element) => {
    const { position, zIndex } = styleOf(element)
    return position === 'fixed' || position === 'sticky' || (position === 'absolute' && zIndex !== 'auto')
  })
  const layerOf = once((element) => up(element).find(floats))
  visible.forEach((one, index) => {
    for (const other of visible.slice(index + 1)) {
      if (layerOf(one.element) !== layerOf(other.element)) continue
      const shared = cut(one.seen, other.seen)
      const isLarge = shared.right - shared.left > 2 && shared.bottom - shared.top > 5
      if (isLarge && one.element !== other.element)
        problems.push(`"${one.text.slice(0, 40)}" stands on "${other.text.slice(0, 40)}"`)
    }
  })

  // 3. a control is at least 24 px large, or has the spacing WCAG 2.5.8 requires; a link in a sentence needs neither
  const targets = [
    ...document.querySelectorAll<HTMLElement>(
      'button, a[href], select, input, [role=menuitem], [role=tab], [role=switch]',
    ),
  ].flatMap((element) => {
    const target = element.matches('input') ? (element.closest<HTMLElement>('label, [data-box]') ?? element) : element
    const rect = rectOf(target)
    const inside = up(target).every((one) => {
      if (one === target || !clips(styleOf(one).overflowY)) return true
      return !empty(cut(box(rect), box(rectOf(one))))
    })
    if (!inside || empty(box(rect)) || unseen(target) || target.closest('[aria-hidden=true], [inert]')) return []
    const topmost = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2)
    return topmost && (target.contains(topmost) || topmost.contains(target)) ? [{ target, rect }] : []
  })
  const inSentence = (target: HTMLElement) =>
    styleOf(target).display === 'inline' &&
    (target.parentElement?.textContent ?? '').trim() !== (target.textContent ?? '').trim()
  for (const { target, rect } of targets) {
    if ((rect.width >= 23.9 && rect.height >= 23.9) || inSentence(target)) continue
    const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2]
    const near = targets.find(({ target: other, rect: its }) => {
      if (other === target || other.contains(target) || target.contains(other)) return false
      // an open menu floats over the controls of the page
      if (layerOf(other) !== layerOf(target)) return false
      const dx = Math.max(its.left - x, 0, x - its.right)
      const dy = Math.max(its.top - y, 0, y - its.bottom)
      return Math.hypot(dx, dy) < 12
    })
    if (near)
      problems.push(
        `${nameOf(target)} is ${Math.round(rect.width)} x ${Math.round(rect.height)} px, beside ${nameOf(near.target)}`,
      )
  }
  return [...new Set(problems)]
}

/** Elements that get the focus although something covers them completely (WCAG 2.4.11), one sentence each. */
export const coveredFocus = (): string[] => {
  const over = [...document.querySelectorAll('[role=dialog], [role=menu]')].at(-1)
  const before = document.activeElement
  const stops = [
    ...(over ?? document).querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]'),
  ].filter(
    (one) =>
      one.tabIndex >= 0 &&
      !one.matches(':disabled, [type=hidden], [aria-hidden=true]') &&
      one.getClientRects().length > 0,
  )
  const problems = stops.flatMap((stop) => {
    stop.focus()
    if (document.activeElement !== stop) return []
    const { left, top, width, height } = stop.getBoundingClientRect()
    const seen = [0.1, 0.5, 0.9].some((x) =>
      [0.1, 0.5, 0.9].some((y) => {
        const topmost = document.elementFromPoint(left + x * width, top + y * height)
        return topmost !== null && (stop.contains(topmost) || stop.closest('label')?.contains(topmost) === true)
      }),
    )
    const words = (stop.getAttribute('aria-label') ?? stop.textContent ?? '').trim().slice(0, 40)
    return seen ? [] : [`The focus on <${stop.tagName.toLowerCase()}> "${words}" is covered`]
  })
  if (before instanceof HTMLElement) before.focus()
  return problems
}
