/** A name and its Latin spelling, which makes the user name; one entry where both are the same. */
export type Spelled = readonly [name: string, latin: string] | readonly [name: string]

export interface NameBank {
  women: readonly Spelled[]
  men: readonly Spelled[]
  families: readonly Spelled[]
  /** Whether the family name comes first, and what stands between the two. */
  order: 'given family' | 'family given' | 'familygiven'
}

const plain = (names: string): Spelled[] => names.split(', ').map(name => [name])
/** `Мария Mariia, …`: the name, a space, its Latin spelling. */
const spelled = (names: string): Spelled[] =>
  names.split(', ').map(pair => {
    const [name = '', latin = ''] = pair.split(' ')
    return [name, latin]
  })

export const cultures = {
  english: {
    women: plain(
      'Margaret, Dorothy, Joan, Elsa, Patricia, Grace, Ruth, Helen, Zoë, Abigail, Mary-Ann, Susan',
    ),
    men: plain(
      'Arthur, George, Stanley, Harold, William, Frank, Thomas, Oliver, Jack, Samuel, Walter, Kenneth',
    ),
    families: plain(
      'Smith, Ashworth, Bennett, Clarke, Davies, Featherstonehaugh, Harrison, Nkomo, Okafor, Taylor-Brown, Whitfield, Young',
    ),
    order: 'given family',
  },
  irish: {
    women: plain('Siobhán, Aoife, Bríd, Deirdre, Maeve, Róisín'),
    men: plain('Seán, Pádraig, Cormac, Liam, Eoghan, Fionn'),
    families: plain("O'Brien, O'Sullivan, D'Arcy, Ní Dhomhnaill, McCarthy, Fitzgerald"),
    order: 'given family',
  },
  german: {
    women: plain('Ilse, Gerda, Hannelore, Käthe, Ursula, Renate, Jördis, Anneliese, Lena, Sophie'),
    men: plain('Hans-Jürgen, Karl-Heinz, Günther, Jörg, Wolfgang, Friedrich, Lukas, Jonas, Matthias, Björn'),
    families: plain(
      'Müller, Schröder, Weiß, Köhler, Bäcker, von der Schulenburg, Groß, Leutheusser-Schnarrenberger, Petersen, Wolfeschlegelsteinhausenbergerdorff',
    ),
    order: 'given family',
  },
  french: {
    women: plain('Geneviève, Hélène, Françoise, Chloé, Maëlle, Odette, Solène, Marie-Thérèse'),
    men: plain('François, René, Jérôme, Étienne, Loïc, Gaël, Jean-Baptiste, Émile'),
    families: plain("Lefèvre, d'Alembert, Béranger, Garçon, L'Hôpital, Châtelain, Noël, de La Rochefoucauld"),
    order: 'given family',
  },
  spanish: {
    women: plain(
      'Begoña, Concepción, Inés, Lucía, María de los Ángeles, Pilar, Rocío, Ximena, Ana Sofía, Guadalupe',
    ),
    men: plain(
      'Ángel, Íñigo, José María, Joaquín, Andrés, Raúl, Sebastián, Nicolás, Francisco Javier, Agustín',
    ),
    families: plain(
      'García Núñez, Peña Ibáñez, Muñoz, Rodríguez Güell, Fernández de Córdoba y Álvarez de Toledo, Ordóñez, Castañeda, Quiñones, Zúñiga, de la Cruz',
    ),
    order: 'given family',
  },
  greek: {
    women: spelled(
      'Ελένη Eleni, Μαρία Maria, Βασιλική Vasiliki, Καλλιόπη Kalliopi, Αθηνά Athina, Σοφία Sofia',
    ),
    men: spelled(
      'Γιώργος Giorgos, Δημήτρης Dimitris, Νίκος Nikos, Σταύρος Stavros, Θανάσης Thanasis, Ηλίας Ilias',
    ),
    families: spelled(
      'Παπαδόπουλος Papadopoulos, Οικονόμου Oikonomou, Αγγελίδης Angelidis, Καραγιάννης Karagiannis, Παπαχριστοδουλόπουλος Papachristodoulopoulos',
    ),
    order: 'given family',
  },
  russian: {
    women: spelled(
      'Мария Mariya, Ольга Olga, Людмила Lyudmila, Тамара Tamara, Галина Galina, Ксения Kseniya',
    ),
    men: spelled('Иван Ivan, Сергей Sergey, Борис Boris, Фёдор Fyodor, Лев Lev, Аркадий Arkady'),
    families: spelled(
      'Шевченко Shevchenko, Римский-Корсаков Rimsky-Korsakov, Гинзбург Ginzburg, Черных Chernykh, Воробей Vorobey',
    ),
    order: 'given family',
  },
  ukrainian: {
    women: spelled('Оксана Oksana, Ірина Iryna, Ганна Hanna, Лариса Larysa, Надія Nadiia'),
    men: spelled("Олексій Oleksii, Дмитро Dmytro, Ярослав Yaroslav, Юрій Yurii, Лук'ян Lukian"),
    families: spelled(
      "Коваленко Kovalenko, Бондаренко Bondarenko, Мар'яненко Marianenko, Їжакевич Yizhakevych, Ґудзь Gudz",
    ),
    order: 'given family',
  },
  arabic: {
    women: spelled('فاطمة Fatima, عائشة Aisha, نور Nour, ليلى Layla, مريم Maryam, زينب Zaynab'),
    men: spelled('محمد Mohammed, أحمد Ahmed, يوسف Youssef, خالد Khaled, عبدالرحمن Abdulrahman, طارق Tariq'),
    families: spelled(
      'الهاشمي Al-Hashimi, المنصوري Al-Mansoori, حداد Haddad, بنعلي Benali, القحطاني Al-Qahtani, خوري Khoury',
    ),
    order: 'given family',
  },
  hebrew: {
    women: spelled('שרה Sarah, רבקה Rivka, מרים Miriam, נועה Noa, תמר Tamar'),
    men: spelled('דוד David, יוסף Yosef, אברהם Avraham, איתן Eitan, משה Moshe'),
    families: spelled('כהן Cohen, לוי Levi, מזרחי Mizrahi, פרידמן Friedman, בן-דוד Ben-David'),
    order: 'given family',
  },
  japanese: {
    women: spelled('花子 Hanako, 美智子 Michiko, 陽子 Yoko, さくら Sakura, 千代 Chiyo, 結衣 Yui'),
    men: spelled('太郎 Taro, 健一 Kenichi, 浩 Hiroshi, 大輔 Daisuke, 勝 Masaru, 翔太 Shota'),
    families: spelled(
      '佐藤 Sato, 鈴木 Suzuki, 高橋 Takahashi, 渡邊 Watanabe, 小笠原 Ogasawara, 齋藤 Saito, 勅使河原 Teshigawara',
    ),
    order: 'family given',
  },
  chinese: {
    women: spelled('秀英 Xiuying, 美玲 Meiling, 桂芳 Guifang, 静 Jing, 雅婷 Yating'),
    men: spelled('伟 Wei, 建国 Jianguo, 志明 Zhiming, 文杰 Wenjie, 家豪 Jiahao'),
    families: spelled('王 Wang, 陈 Chen, 林 Lin, 欧阳 Ouyang, 黄 Huang, 吕 Lü'),
    order: 'familygiven',
  },
  korean: {
    women: spelled('영희 Younghee, 순자 Soonja, 미숙 Misook, 지우 Jiwoo, 서연 Seoyeon'),
    men: spelled('철수 Cheolsu, 영호 Youngho, 성민 Sungmin, 준서 Junseo, 동현 Donghyun'),
    families: spelled('김 Kim, 이 Lee, 박 Park, 최 Choi, 남궁 Namgoong, 정 Jung'),
    order: 'familygiven',
  },
  hindi: {
    women: spelled('लक्ष्मी Lakshmi, सीता Sita, अंजलि Anjali, कमला Kamala, प्रिया Priya'),
    men: spelled('राजेश Rajesh, विजय Vijay, अर्जुन Arjun, मोहन Mohan, कृष्ण Krishna'),
    families: spelled('शर्मा Sharma, पटेल Patel, अय्यर Iyer, वर्मा Varma, चट्टोपाध्याय Chattopadhyay'),
    order: 'given family',
  },
} satisfies Record<string, NameBank>

export type Culture = keyof typeof cultures
