import drawer from 'antd/es/drawer/style'
import empty from 'antd/es/empty/style'
import modal from 'antd/es/modal/style'
import popover from 'antd/es/popover/style'
import select from 'antd/es/select/style'
import { KeptStyles, type StyleHooks } from './kept-styles.tsx'

const hooks: StyleHooks = [
  ['ant-drawer', drawer],
  ['ant-select', select],
  ['ant-popover', popover],
  ['ant-modal', modal],
  ['ant-empty', empty],
]

/** Keeps the styles of what opens over a screen. */
export const KeptOverlayStyles = () => <KeptStyles of={hooks} />
