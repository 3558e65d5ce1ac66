import { inPrint } from '../../themes/style.ts'
import { unclipped } from '../../ui/print.css.ts'
import * as frame from './frame.css.ts'
import { side } from './sidebar.css.ts'

inPrint([...Object.values(frame.layout), frame.frame], unclipped)
inPrint([...Object.values(side), frame.menuButton], { display: 'none' })
