import { forced } from './media.ts'
import { pageGlobal } from './style.ts'

/** In forced-colors mode, tints and shadows are gone, and borders replace what they conveyed. */
const say = (selector: string, rule: Parameters<typeof pageGlobal>[1]) =>
  pageGlobal(selector, { '@media': { [forced]: rule } })

say('[role=menu], [role=dialog], [data-part=toast], [popover]', { border: '1px solid CanvasText' })
say('[role=tab][aria-selected=true]', { borderBottom: '2px solid Highlight' })
say('[aria-current=page]:not([role=tab])', { outline: '1px solid Highlight', outlineOffset: '-1px' })
say('[aria-pressed=true]', { outline: '2px solid Highlight', outlineOffset: '-2px' })
say('[role^=menuitem][data-highlighted]', { outline: '2px solid Highlight', outlineOffset: '-2px' })
say('[aria-disabled=true], :disabled', { color: 'GrayText' })
say('input:is([type=checkbox], [type=radio])', { appearance: 'auto', forcedColorAdjust: 'auto' })
say('input:is([type=checkbox], [type=radio])::before, input[role=switch]::after', { display: 'none' })
say('[role=progressbar] *, [role=meter] *', { forcedColorAdjust: 'none' })
say(':focus-visible', { outlineColor: 'Highlight' })
