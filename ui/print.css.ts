import { onPaper, pageGlobal } from '../themes/style.ts'
import * as page from './page.css.ts'
import * as table from './table.css.ts'
import * as tabs from './tabs.css.ts'
import * as toasts from './toasts.css.ts'

/** Nothing scrolls on paper: each box is as high as its content. */
export const wholeOnPaper = {
  display: 'block',
  height: 'auto',
  maxHeight: 'none',
  maxWidth: 'none',
  overflow: 'visible',
} as const

onPaper(
  [
    ...[page.layout, page.page, page.body, page.content, table.scroller],
    ...Object.values(tabs.root),
    ...Object.values(table.frame),
  ],
  wholeOnPaper,
)
pageGlobal('html, body', { '@media': { print: { height: 'auto' } } })

// controls
onPaper([page.toolbar, page.pageActions, page.help, page.skip, toasts.stack, table.footTools], { display: 'none' })
pageGlobal(`button:not([role=tab], .${table.sortButton})`, { '@media': { print: { display: 'none' } } })

// rows flow, and show their texts whole
onPaper([table.headGroup], { position: 'static' })
onPaper([table.body], { height: 'auto !important' })
onPaper([table.row], {
  position: 'static',
  height: 'auto !important',
  transform: 'none !important',
  breakInside: 'avoid',
})
pageGlobal(`.${table.row} [role=gridcell], .${table.row} [role=gridcell] *`, {
  '@media': { print: { whiteSpace: 'pre-wrap', overflow: 'visible', overflowWrap: 'anywhere' } },
})
