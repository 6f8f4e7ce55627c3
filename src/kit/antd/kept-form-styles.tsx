import checkbox from 'antd/es/checkbox/style'
import form from 'antd/es/form/style'
import { useColStyle, useRowStyle } from 'antd/es/grid/style'
import input, { useSharedStyle } from 'antd/es/input/style'
import inputNumber from 'antd/es/input-number/style'
import radio from 'antd/es/radio/style'
import switches from 'antd/es/switch/style'
import { KeptStyles, type StyleHooks } from './kept-styles.tsx'

const hooks: StyleHooks = [
  ['ant-form', form],
  ['ant-row', useRowStyle],
  ['ant-col', useColStyle],
  ['ant-input', (...place) => [useSharedStyle(...place), input(...place)]],
  ['ant-input-number', inputNumber],
  ['ant-checkbox', checkbox],
  ['ant-radio', radio],
  ['ant-switch', switches],
]

/** Keeps the styles of a form's fields. */
export const KeptFormStyles = () => <KeptStyles of={hooks} />
