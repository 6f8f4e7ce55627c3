import type { WordLists } from '../language.ts'

export const feelings: WordLists['feelings'] = {
  happy:
    'glücklich*|froh|fröhlich*|schön|schöne|schöner|schönes|wunderbar*|herrlich*|dankbar*|danke|freut|freude|gefreut|freuen|gut|gute|guten|prima|toll|tolle|tolles|lecker*|zufrieden|stolz|lachen|gelacht|lächel*|liebe|besser|gemütlich|nett|nette|netten|lieb|erleichtert|angenehm*|genieße|genossen|wohl',
  sad: 'traurig*|einsam*|weine|geweint|weinen|tränen|vermisse|vermisst|fehlt mir|fehlen mir|trauer*|verstorben|gestorben|witwe|witwer|niedergeschlagen|deprimiert|bedrückt|kummer|enttäuscht|leer|unglücklich|schwer ums herz|schade|heimweh|leider',
  anxious:
    'angst|sorge|sorgen|besorgt|nervös|fürchte|furcht|ängstlich|unruhig|panik|beunruhig*|bange|mulmig|aufgeregt wegen|stress*|gruselig|erschrocken|erschreckt|zittere',
  angry:
    'wütend|wut|ärger|ärgere|ärgert|ärgerlich*|geärgert|sauer|zornig|empört|unverschämt*|frechheit|hasse|nervt|genervt|satt|blöd*|dumm*|unfair|ungerecht|schnauze voll|lasst mich in ruhe|reicht mir',
  confused:
    'verwirrt|durcheinander|verstehe nicht|verstehe das nicht|nicht verstanden|weiß nicht mehr|erinnere mich nicht|unsicher|vergessen|welcher|welche war|keine ahnung|komisch|faden verloren',
  excited:
    'aufgeregt|kann es kaum erwarten|kaum erwarten|freue mich auf|freue mich schon|begeistert|hurra|endlich|unglaublich|fantastisch|gewonnen|super|juhu|großartig|gespannt|stell dir vor|wahnsinn',
}

export const topics: WordLists['topics'] = {
  exercise: 'spazier*|gehe raus|gymnastik|turnen|schwimm*|laufen|sport|bewegung|yoga|dehnen|radfahren',
  family:
    'tochter|töchter|sohn|söhne|enkel|enkelin|enkelkind*|frau|mann|schwester*|bruder|mutter|vater|familie|nichte|neffe|hochzeit|verheiratet',
  food: 'essen|gegessen|koch*|gekocht|backe|gebacken|kuchen|suppe|frühstück|mittagessen|abendessen|apfel|brot|tee|kaffee|hunger|rezept',
  garden: 'garten|rose*|tomate*|blume*|pflanze*|rasen|beet|unkraut',
  health:
    'arzt|ärztin|krankenhaus|schmerz*|blutdruck|knie|hüfte|herz|kopfschmerz*|krank|fieber|schwindel|pfleg*|brust',
  home: 'haus|wohnung|küche|bad|wohnzimmer|treppe|heizung|fenster|dach|schlüssel',
  loneliness: 'einsam*|allein|alleine|niemand|keiner',
  medication: 'tablette*|pille*|medikament*|medizin|dosis|insulin|rezept|apotheke',
  memory: 'erinner*|vergess*|gedächtnis|weißt du noch',
  money: 'geld|rente|rechnung*|bank|miete|ersparnisse|teuer|steuer*',
  music: 'musik|lied*|singen|gesungen|klavier|tanz*|chor|konzert|radio',
  neighbourhood: 'nachbar*|straße|dorf|laden|markt|stadt',
  pets: 'katze*|hund*|vogel|vögel|wellensittich|kater',
  religion: 'kirche|beten|gebet|gott|messe|glaube|bibel|moschee|pfarrer',
  school: 'schule|lehrer*|klasse|schüler*|unterricht',
  sleep: 'schlaf*|geschlafen|wach|nickerchen|schlaflos|nacht',
  sports: 'fußball|spiel|tennis|tor|mannschaft|olympi*|gewonnen|bundesliga',
  technology: 'telefon|handy|computer|internet|bildschirm|passwort|app|tablet',
  television: 'fernseh*|sendung|film|serie|nachrichten|krimi',
  travel: 'reise*|urlaub|schiff|zug|ausland|meer|küste|koffer',
  weather: 'wetter|regen|regnet|sonne|sonnig|schnee|schneit|wind|kalt draußen|gewitter|wolke*',
  work: 'fabrik|arbeit|gearbeitet|büro|chef|rentner|kollege*|beruf',
}
