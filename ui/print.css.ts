import { inPrint, pageGlobal } from '../themes/style.ts'
import * as chart from './chart.css.ts'
import * as page from './page.css.ts'
import * as table from './table.css.ts'
import * as tabs from './tabs.css.ts'
import * as toasts from './toasts.css.ts'

/** Nothing scrolls on paper: each box is as high as its content. */
export const unclipped = {
  display: 'block',
  height: 'auto',
  maxHeight: 'none',
  maxWidth: 'none',
  overflow: 'visible',
} as const

inPrint(
  [
    ...[page.layout, page.page, page.body, page.content, table.scroller],
    ...Object.values(tabs.root),
    ...Object.values(table.frame),
  ],
  unclipped,
)
pageGlobal('html, body', { '@media': { print: { height: 'auto' } } })

// controls
inPrint([page.toolbar, page.pageActions, page.help, page.skip, toasts.stack, table.footTools], { display: 'none' })
pageGlobal(`button:not([role=tab], .${table.sortButton}, .${chart.legend})`, {
  '@media': { print: { display: 'none' } },
})

// rows flow, and show their texts whole
inPrint([table.headGroup], { position: 'static' })
inPrint([table.body], { height: 'auto !important' })
inPrint([table.row], {
  position: 'static',
  height: 'auto !important',
  transform: 'none !important',
  breakInside: 'avoid',
})
pageGlobal(`.${table.row} :is([role=gridcell], [role=rowheader], :is([role=gridcell], [role=rowheader]) *)`, {
  '@media': { print: { whiteSpace: 'pre-wrap', overflow: 'visible', overflowWrap: 'anywhere' } },
})
