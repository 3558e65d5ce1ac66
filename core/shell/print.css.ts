import { onPaper } from '../../themes/style.ts'
import { wholeOnPaper } from '../../ui/print.css.ts'
import * as frame from './frame.css.ts'
import { side } from './sidebar.css.ts'

onPaper([...Object.values(frame.layout), frame.frame], wholeOnPaper)
onPaper([...Object.values(side), frame.menuButton], { display: 'none' })
