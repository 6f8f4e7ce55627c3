import type { Commands } from './phrases.ts'

export const japanese: Commands = {
  patterns: {
    help: /助けて|たすけて|救急車|緊急|転びました|転んでしま|倒れました/,
    feeling_poor: /(気分|調子|体調|具合)[がは]?.{0,4}(悪い|悪く|良くない|よくない|優れ)/,
    feeling_good: /(気分|調子|体調)[がは]?.{0,4}(いい|良い|よい)|元気です/,
    medication_taken: /薬.{0,8}(飲みました|飲んだ|のみました|服用しました)/,
    next_dose: /(次の|いつ|何時).{0,8}薬|薬.{0,8}(いつ|何時)/,
    read_messages: /(メッセージ|伝言).{0,8}(読|ある|あります|来て|きて|聞)/,
    call_family: /(家族|娘|息子|妻|夫|主人|姉|妹|兄|弟).{0,8}(電話|連絡|伝えて|呼んで)/,
  },
  says: {
    help: '助けを呼んでいます。そのままでいてください。',
    family: 'ご家族に、電話してほしいと伝えました。',
    familyMessage: name => `${name}さんが電話を待っています。`,
    taken: medicines => `${medicines}を飲んだと記録しました。`,
    nothingDue: '今飲むお薬はないので、記録していません。',
    good: 'それはよかったです。記録しました。',
    poor: 'それはつらいですね。見守る方に伝わるように記録しました。',
    noMessages: '新しいメッセージはありません。',
    messages: list => `新しいメッセージです。${list}`,
    nextDose: (medicine, time) => `次は${time}に${medicine}です。`,
    noDose: '今日のお薬はもうありません。',
  },
}
