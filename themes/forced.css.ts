import { forcedColors } from './media.ts'
import { pageGlobal } from './style.ts'

/** In forced-colors mode, tints and shadows are gone, and borders replace what they conveyed. */
const forcedRule = (selector: string, rule: Parameters<typeof pageGlobal>[1]) =>
  pageGlobal(selector, { '@media': { [forcedColors]: rule } })

forcedRule('[role=menu], [role=dialog], [data-part=toast], [popover]', { border: '1px solid CanvasText' })
forcedRule('[role=tab][aria-selected=true]', { borderBottom: '2px solid Highlight' })
forcedRule('[aria-current=page]:not([role=tab])', { outline: '1px solid Highlight', outlineOffset: '-1px' })
forcedRule('[aria-pressed=true]', { outline: '2px solid Highlight', outlineOffset: '-2px' })
forcedRule('[role^=menuitem][data-highlighted]', { outline: '2px solid Highlight', outlineOffset: '-2px' })
forcedRule('[aria-disabled=true], :disabled', { color: 'GrayText' })
forcedRule('input:is([type=checkbox], [type=radio])', { appearance: 'auto', forcedColorAdjust: 'auto' })
forcedRule('input:is([type=checkbox], [type=radio])::before, input[role=switch]::after', { display: 'none' })
forcedRule('[role=progressbar] *, [role=meter] *', { forcedColorAdjust: 'none' })
forcedRule(':focus-visible', { outlineColor: 'Highlight' })
