import { isKnownWord } from '../text/known-words.ts'
import { figurative } from './figurative.ts'
import { idioms } from './idioms.ts'
import type { SpacedLanguage } from './language.ts'
import { feelings, topics } from './words/fr.ts'

/** Written together where the apostrophe is left out: "jai", "cest", "larret". */
const merged: Record<string, string> = {
  jai: 'j ai',
  jsuis: 'je suis',
  chuis: 'je suis',
  chui: 'je suis',
  jme: 'je me',
  jveux: 'je veux',
  jvais: 'je vais',
  jpeux: 'je peux',
  jpense: 'je pense',
  jarrive: 'j arrive',
  jetouffe: 'j etouffe',
  jaimerais: 'j aimerais',
  javais: 'j avais',
  jen: 'j en',
  jy: 'j y',
  nai: 'n ai',
  narrive: 'n arrive',
  nen: 'n en',
  mont: 'm ont',
  ma: 'ma',
  cest: 'c est',
  ca: 'ca',
  quil: 'qu il',
  quelle: 'quelle',
  quon: 'qu on',
  laide: 'l aide',
  lair: 'l air',
  dair: 'd air',
  lhopital: 'l hopital',
  mhabite: 'm habite',
  menfuir: 'm enfuir',
  mouvrir: 'm ouvrir',
  metouffe: 'm etouffe',
  tas: 't as',
  sest: 's est',
  dadieu: 'd adieu',
}

/** A short word that loses its vowel, and what follows where the apostrophe is left out: "larrete". */
const elided = /^([jldnsmtc]|qu)([aeiouhy]\p{L}{2,})$/u

export const french: SpacedLanguage = {
  split: word => {
    const known = merged[word]
    if (known) return known.split(' ')
    if (word.includes("'")) return word.split("'").filter(Boolean)
    const [, start = '', rest = ''] = word.match(elided) ?? []
    return rest && !isKnownWord(word) && isKnownWord(rest) ? [start, rest] : [word]
  },
  joined: { 'aujourd hui': 'aujourdhui', 'sur dose': 'surdose', 'over dose': 'overdose' },
  macros: {
    pills:
      'comprimés,comprimé,cachets,cachet,pilules,pilule,médicaments,médicament,somnifères,somnifère,tranquillisants,antidouleurs,insuline,gélules,gélule,calmants,paracétamol,doliprane,morphine,antidépresseurs,traitement',
    killself:
      'me tuer,me suicider,en finir,mettre fin à mes jours,mettre fin à ma vie,me supprimer,me pendre,me noyer,me jeter par la fenêtre,me jeter sous un train,me jeter du balcon,me jeter du pont,me tirer une balle,me foutre en l air,m ôter la vie,m ouvrir les veines,me tailler les veines,me flinguer,mettre un terme à ma vie,mettre un terme à tout ça,mettre fin à tout ça,mettre fin à tout,me donner la mort,tout arrêter,en terminer,m empoisonner',
    he: 'il,elle,mon fils,ma fille,mon mari,ma femme,mon neveu,ma nièce,mon petit-fils,mon gendre,ma belle-fille,mon frère,ma sœur,mon compagnon,mon père,ma mère,mon beau-père,l aide,l auxiliaire,l infirmier,l infirmière,la soignante,le soignant,ils,elles,mon voisin,quelqu un',
    carer:
      'fils,fille,mari,femme,neveu,nièce,gendre,belle-fille,frère,sœur,compagnon,conjoint,père,mère,beau-père,aide,auxiliaire,infirmier,infirmière,soignante,soignant,voisin,voisine,aidant,aidante,ménagère,gardienne,petit-fils,petite-fille',
    relative:
      'mari,femme,voisin,voisine,ami,amie,frère,sœur,fils,fille,père,mère,cousin,cousine,oncle,tante,neveu,nièce,petit-fils,petite-fille,grand-mère,grand-père,compagnon,compagne,conjoint,collègue,copain,copine,beau-frère,belle-sœur,maman,papa,mamie,papi',
    money:
      'pension,retraite,argent,carte,carte bancaire,économies,bijoux,porte-monnaie,portefeuille,sac,chéquier,carnet de chèques,sous,compte,maison,bague,livret',
    his: 'ses,sa,son',
  },
  idioms: idioms.fr,
  figurative: figurative.fr,
  concord: true,
  negations: 'pas jamais rien aucun aucune sans ni personne guère non',
  transparent:
    'ne n ai as a avons ont suis es est ai eu été de du des d un une le la l les à au mon ma mes me m y en ce c que qu je j dire dis dirais crois pense penser pensé songé songe veux voulais envie vraiment du tout plus ressens ressenti sens senti avoir j vrai si mal très ça pas jamais ne n besoin intention l idée idées pensées envies essayé essayer tenté projet projets',
  pronouns: 'j',
  neutral: `
    (ne,n,) [peux,arrive,m] (pas,plus) (empêcher,arrêter,cesser,m empêcher,s empêcher) | (peux,arrive,arrête,cesse) (pas,plus) (de,m empêcher,à arrêter,d arrêter) | (n,) arrête pas de | n arrête pas | pas seulement | pas un jour (sans,où) | il n y a pas un jour | (ne,) passe pas un jour | sans (doute,arrêt,cesse) | pas que | pourquoi pas | ne (fais,fait) que | rien (ne,) (m arrêtera,m empêchera,m empêche,m arrête) | (ne,) (plaisante,mens,rigole,nie) pas | pas peur de | jamais (cessé,arrêté) | (ne,) peux pas (nier,cacher)`,
  closingNegations: 'pas',
  conjunctions: 'et mais car donc puis parce alors cependant pourtant ensuite tandis puisque sinon or',
  restarts: 'je j il elle on nous ils elles mon ma mes cette',
  openRestarts:
    'que qu si quand comme et mais car pense crois dis sens où dont lorsque parce puisque à de dans sur avec sans pour par chez en tous toutes tout tue qui ou ni fait depuis pendant mal plus pas jamais moi après avant jusque est fois contre ce',
  firstPerson: 'je j me m moi mon ma mes nous notre nos',
  others:
    'il elle ils elles mari femme voisin voisine voisins ami amie amis frère sœur soeur fils fille père mère cousin cousine oncle tante neveu nièce petit-fils petite-fille grand-mère grand-père compagnon compagne conjoint collègue copain copine quelqu gens monsieur dame homme garçon enfant enfants bébé sa son ses leur lui maman papa patient beau-frère belle-sœur',
  animals:
    'chien chienne chat chatte oiseau canari perroquet hamster cheval poisson lapin téléphone ordinateur voiture machine batterie plante plantes arbre vase assiette équipe télé fleurs',
  reporting:
    'dit disait disent disaient chante chantait raconte racontait écrit écrivait crie criait intitulé intitulée répète répétait',
  asked: "(a,ont,avait) demandé .. (si,s')",
  affirmed: "oui | parfois | toujours | tous les jours | c'est vrai",
  about:
    '(émission,documentaire,reportage,conférence,brochure,article,film,livre,cours) (sur,de) | (parlé,parle,parlait,prêché) (des,de) (gens,personnes,ceux) [qui]',
  told: `
    dans (le,la,un,une,ce,cette,mon,l') (film,livre,chanson,roman,journal,série,émission,pièce,opéra,feuilleton,documentaire,poème,histoire,jeu,épisode) | à la (télé,télévision,radio) | aux (nouvelles,informations,infos) | (ils ont dit,on a dit,ils disent,on dit) qu'(un homme,une femme,un enfant) | (le,la,un,une,ce,cette,l') (film,livre,roman,héros,héroïne,personnage,chanson,série,chanteur,chanteuse,acteur,actrice,émission,documentaire,poème) | (j'ai (lu,entendu)) que | dit la chanson | il était une fois | les paroles`,
  past: `
    il y a [plus de,environ,bien] (deux,trois,quatre,six,sept,huit,neuf,onze,douze,soixante dix,quatre vingts,cent) ans | (c'était,c'est) (avant,il y a,dans le temps,du temps,pendant la guerre,passé) | passé depuis longtemps | dans les années | en (193*,194*,195*,196*,197*,198*,199*,200*,201*) | à mon [propre] mariage | à (dix huit,dix neuf,seize,quinze,dix,douze) ans | quand j'(étais) (étudiant,étudiante)
    il y a (des années,longtemps,des mois,des siècles,quelques années,(trente,quarante,cinquante,soixante,dix,vingt,cinq,quinze) ans,bien longtemps) | (l'année,l'été,l'hiver,l'automne,l'an) (dernière,dernier) | le (printemps,mois) dernier | l'an dernier | quand j'(étais,avais) (jeune,petit,petite,enfant,ado,gamin,gamine,vingt ans,quinze ans,dix ans,à l'école,trente ans) | (dans,pendant) (ma jeunesse,mon enfance,la guerre,le temps) | autrefois | jadis | à l'époque | étant (jeune,enfant,petit,petite) | en (mille neuf,19*) | dans le temps`,
  pastBefore: 'autrefois jadis avant',
  present: 'maintenant aujourdhui veux vais peux encore toujours demain soir plus sens',
  conditional: 'si imagine imaginez supposons cas',
  hypothetical: 'peur crains crainte risque danger éviter pourrais pourrait attention failli presque',
  negationsAfter: "je n'en ai (pas,plus) | (pas,non) du tout",
  rules: {
    'self_harm.behaviour': `
      (j'ai pris,j'ai avalé,je viens de prendre,je viens d'avaler,j'ai bu,j'ai ingéré) .. (tous mes,tous les,toutes mes,toutes les,trop de,une poignée de,toute la boîte,la boîte entière,tout le flacon,tout un tas de,plein de,une boîte de,vingt,trente,quarante,des dizaines de,le flacon de,la boîte de,tout le tube) [de] [{pills}]
      (pris,avalé,bu) .. {pills} .. pour (mourir,en finir,ne plus me réveiller,ne pas me réveiller,dormir pour toujours) | (j'ai bu,j'ai avalé) .. (javel,poison,mort aux rats,de l'antigel) | (pris,fait) une (overdose,surdose) | je me suis [encore] (coupé,coupée,ouvert,taillé,tailladé,tailladée,entaillé,lacéré) [exprès] (les veines,les poignets,le poignet,exprès,les bras,volontairement,le bras,encore) | je me suis (blessé,blessée,fait du mal,fait mal) (exprès,volontairement,à moi-même) | je me (coupe,scarifie,mutile,fais du mal,taillade) | je me suis (scarifié,scarifiée,mutilé,mutilée)
      j'ai [déjà] (essayé,tenté) (de,d') {killself} | j'ai [déjà] (essayé,tenté) de mourir | ma [dernière,première] tentative de suicide | tentative de suicide | j'ai fait une (ts,tentative) | je suis [debout] (sur le pont,au bord du,sur le rebord,sur le toit,sur les rails,sur la rambarde,sur le parapet,au bord du toit) | (corde) (au,autour du) cou | (couteau,lame,pistolet) (sur,contre,à) (mon,mes,la,le,ma) (poignet,poignets,gorge,tempe,tête) | (ouvert,laissé) le gaz (pour,ouvert pour,et)`,
    'self_harm.intent_or_plan': `
      (je vais,je veux,j'ai décidé de,j'ai décidé d',je compte,je prévois de,j'ai l'intention de,j'ai l'intention d',je suis décidé à,je suis décidée à,je suis prêt à,je suis prête à,je suis sur le point de,je dois,il faut que je,j'ai prévu de,je pense,je m'apprête à,je suis déterminée à,je suis déterminé à,j'ai besoin de) [vraiment,bientôt] {killself} [ce soir,cette nuit,demain,aujourd'hui]
      (ce soir,cette nuit,aujourd'hui,demain,maintenant) [je,j'] [vais] (en finis,me tue,me suicide,me pends,en finirai,mettrai fin,me tuerai,vais mourir,mourir,en finir,me tuer,tout sera fini,c'est fini,me suicider,le fais,le ferai,saute) | je (me tuerai,me suiciderai,mettrai fin à mes jours,vais le faire ce soir,le ferai ce soir,me pendrai,me jetterai,me tue ce soir,me suicide ce soir,me supprime) | j'en finirai [ce soir,bientôt] | je vais sauter
      je sais [déjà] (comment,quand,où) .. (faire,en finir,mourir,le faire,ferai,mettre fin,vais) | j'ai (un plan,tout prévu,tout préparé,tout planifié,choisi le jour,choisi la date,fixé la date) (pour (mourir,en finir,me tuer,me suicider,mettre fin,partir),et,de mourir,[,]) | (c'est,ce sera) (ma dernière,mon dernier) (nuit,soir,jour,noël,semaine,anniversaire,soirée) | je ne serai plus (là,de ce monde,en vie) (demain,bientôt,pour,ce soir,la semaine) | demain je ne serai plus (là,de ce monde) | vous ne me (verrez,reverrez) plus | tu ne me (verras,reverras) plus | personne (ne,) (pourra,peut) m'(arrêter,en empêcher) | n'essayez pas de m'(arrêter,en empêcher)`,
    'self_harm.method': `(réfléchi,pense,pensé,imagine,imaginé,cherché,sais) [à] (comment je ferais,comment faire pour mourir,comment je le ferais,comment en finir,comment mourir,comment me tuer,la façon de,aux moyens de) | 
      (me pendre,m'ouvrir les veines,me tailler les veines,me noyer,me tirer une balle,me couper les veines,m'empoisonner,me trancher la gorge,m'asphyxier,me laisser mourir,me gazer) | (me jeter,sauter,me lancer) (par,du,de,sous,dans,devant) [la,le,un,une,mon,les] (fenêtre,balcon,pont,train,métro,rails,toit,falaise,camion,voiture,immeuble,fleuve,rivière,vide,étage) | (une overdose,un surdosage,une surdose) | (prendre,avaler) (tous,toutes,tout le,toute la) [mes,les] [{pills},boîte,flacon] | combien de {pills} .. (pour mourir,faut-il,tuer,mortel,pour ne plus) | (façon,manière,moyen) .. (mourir,en finir) (sans,vite,facile*) | mettre la tête dans le four | boire de la javel`,
    'self_harm.preparation': `{pills} (sont,étaient) [déjà,tous] (comptés,préparés,alignés,prêts) | la lettre est (écrite,prête,sur la table) | les lettres sont écrites | 
      (j'ai gardé,je garde,j'ai mis,j'ai rassemblé,j'ai posé,j'ai accumulé,j'accumule,j'ai stocké,je stocke,j'ai économisé,j'économise,j'ai caché,je cache,j'ai réuni,j'ai amassé,je mets,j'ai conservé,je collectionne,je rassemble,j'ai préparé,je garde en réserve) .. [mes,les,tous,assez,de côté] .. {pills} | (mis,mets,garde,gardé) .. {pills} de côté | de côté .. {pills} | j'ai (assez,suffisamment) de {pills} (pour,de côté,caché*)
      (j'ai écrit,j'écris,je viens d'écrire,j'ai laissé,j'ai rédigé,j'ai préparé) [déjà] (une,ma,mes,des,les,la,mon) (lettre,lettres,mot,note,testament) .. (d'adieu,d'adieux,adieu,pour après,quand je ne serai plus,quand je serai,expliquer mon geste,dire au revoir) | (lettre,lettres,mot) (d'adieu,d'adieux) | j'ai acheté (une corde,une arme) | j'ai (une corde,une arme) prête
      (j'ai donné,je donne,j'ai distribué,je distribue,j'ai offert,j'ai légué) .. (toutes mes affaires,mes affaires,tous mes bijoux,mes bijoux,mon chien,mon chat,tout ce que,mes souvenirs,toutes mes choses) | je n'en aurai plus besoin | plus besoin de (rien,mes affaires,tout ça) | (j'ai fait,je fais,faire) mes adieux | (je veux,j'appelle pour,je voulais,je vous appelle pour,je t'appelle pour) [vous,te,leur] dire (adieu,au revoir pour toujours,au revoir pour la dernière fois) | j'ai dit (adieu,au revoir) à (tout le monde,mes enfants,tous,ma famille,toute) | (adieu,au revoir) (pour toujours,monde cruel,à tous) | c'est un adieu | (j'ai mis,je mets) (mes affaires,mes papiers) en ordre (avant,pour)`,
    'self_harm.ideation': `
      je me tuerais si | (me tuer,me suicider,suicide,suicidaire,en finir avec la vie,en finir avec ma vie,mettre fin à mes jours,mettre fin à ma vie,me supprimer,me donner la mort,m'ôter la vie,me foutre en l'air,me flinguer) | (je veux,je voudrais,je préfère,je préférerais,j'aimerais,j'ai envie de,je souhaite,je désire,je devrais,je mérite de,envie de) [juste,vraiment,simplement,seulement] (mourir,crever,être mort,être morte,en finir,disparaître pour toujours,disparaître à jamais,ne plus exister,ne plus vivre,ne plus être là,tout arrêter,dormir pour toujours,quitter ce monde) | veux (mourir,crever) | je veux que (tout s'arrête,ça s'arrête,tout soit fini,ça finisse) | (pense,penser,pensé,songe,songer,pensées,idées,rêve) (à,de) (mourir,la mort,me tuer,en finir,me suicider,mort,suicide,mon suicide) | (idées,pensées,envies) (noires de mort,suicidaires) | (me faire du mal,me blesser,me couper,me scarifier,me mutiler) | faire une bêtise .. (moi,soir) | pas que je [ne] veux pas (mourir,en finir,me tuer) | plutôt (mourir,crever) | mieux (mort,morte) | je devrais être (mort,morte)`,
    'self_harm.no_will_to_live': `(ne,) (vois,ai) (plus,pas) d'avenir | pas d'avenir pour moi | (veux,voudrais) plus (être là,vivre,exister) | (sans,plus aucun) avenir | la vie (n'a,a) plus (d'intérêt,de goût) | 
      (je,j) [ne,n'en,n'] (veux,peux,souhaite,désire,supporte) (plus,pas) (vivre,continuer,être là,exister,être en vie,de la vie,de cette vie,vivre comme ça,continuer à vivre,continuer comme ça,continuer ainsi) | (plus,pas,aucune) [de] (envie,goût,raison,raisons,force) (de,à,pour) (vivre,continuer,la vie,exister) | (perdu,perds) (le goût de,l'envie de) (vivre,la vie) | (ne,n') (vois,ai,trouve,vois) (plus,pas,aucune,aucun) .. (raison,sens,intérêt) [de,à,dans] (vivre,continuer,la vie,vie) | (vois,ai,trouve) (plus,pas) .. (raison,sens,intérêt) [de,à] (vivre,continuer,la vie) | (la,ma) vie [ne,n'] [a,vaut] (plus,pas,aucun) [de] (sens,rien,la peine) | la vie (ne,n') (vaut,a) (pas,plus,aucun) .. (peine,sens,coup,rien) | la vie (vaut,a) (pas,plus) .. (peine,sens,coup) | plus (rien pour vivre,de raison de vivre,rien à vivre,goût à la vie,goût à rien) | (rien,aucune raison) (pour,de) (vivre,continuer) | à quoi bon (vivre,continuer) | pourquoi (vivre,continuer à vivre,je suis encore en vie,suis-je encore en vie,je vis)`,
    'self_harm.wish_to_be_dead': `
      (j'aimerais,je voudrais,je souhaite,si je pouvais,j'espère,je prie pour,pourvu que,je veux) .. (ne pas,ne plus,ne jamais,jamais) (me réveiller,être née,être né,me lever) | (ne,) [plus,pas,jamais] me réveiller [plus,jamais,demain,pas] (demain,jamais,plus,un jour) | (ne plus,ne pas,ne jamais,jamais plus) me réveiller | (ne,) me (réveillais,réveille,réveillerai) (pas,plus,jamais) | (m'endormir,dormir) (et ne,pour toujours,pour ne,à jamais,sans me réveiller) [plus,pas,jamais] [me réveiller] | (fatigué,fatiguée,lasse,las,marre,assez,épuisée) de (vivre,la vie,cette vie,ma vie) | j'ai (assez,trop) vécu | que (tout soit fini,tout finisse,tout s'arrête,dieu me prenne,la mort vienne,le bon dieu me prenne,le bon dieu vienne) | (dieu,seigneur,la mort) .. (me prenne,me prendre,vienne me chercher,me rappelle,me rappeler,prends-moi,reprenne) | (prêt,prête) à (mourir,partir pour toujours,rejoindre) | (mieux,préférable) (morte,mort) | je serais mieux (mort,morte) | j'aurais (préféré,dû) (ne pas naître,mourir,ne jamais naître) | (ne,) (pas,jamais) être (né,née) | (rejoindre,retrouver) (mon mari,ma femme,mon défunt,ma défunte,mes parents) .. (ciel,là-haut,bientôt,mort) | je veux rejoindre (mon mari,ma femme) | ça (m'est,me serait) égal de (mourir,vivre) | (la mort,mourir) serait (un soulagement,mieux,une délivrance) | (si seulement,dommage que) .. (mourir,mourais,morte,mort,réveillais) | j'attends la mort | j'attends de mourir | je voudrais (disparaître,m'endormir) | envie de disparaître`,
    'self_harm.indirect': `(je ne,je) manquerai à personne | je (ne,) (manquerai,manque,manquerais) à personne | personne (ne,) me (pleurera,regrettera) | vous n'aurez plus à (vous inquiéter,vous occuper) | bientôt débarrassés de moi | un fardeau de moins | 
      (ils,elles,tout le monde,vous,tu,mes enfants,ma famille,mes proches,on,les autres,tous) (seraient,serait,seriez,serais,vivraient,sera,seront,serez,irait,iraient,sont,est) .. (mieux,plus heureux,plus tranquilles,tranquilles,heureux,soulagés,soulagé,plus heureuse) .. (sans moi,si je n'étais,si je ne,si j'étais morte,si j'étais mort,si je mourais,quand je ne serai,si je disparaissais) | (mieux,heureux,tranquilles,bien,tranquille) sans moi | sans moi .. (mieux,heureux,tranquille*,soulag*) | (ce serait,il vaudrait,vaudrait,c'est) mieux .. (si je n'étais,que je meure,si je mourais,que je ne sois,si je disparaissais,que je disparaisse,si j'étais) | (personne,qui) (ne,) [me] (pleurerait,pleurera,regretterait,regretterai,remarquerait,s'apercevrait) .. (mourais,mort,morte,disparaissais,disparition,moi,là) | (bientôt,je) (ne,) [serai,vais] (plus,pas) (un poids,un fardeau,une charge,vous déranger,embêter,déranger,gêner,être un poids,être une charge) | (je ne,j) [vous,te] (serai,dérangerai,gênerai,embêterai) plus (un poids,une charge,longtemps,un fardeau,personne) | bientôt (tout sera fini,ce sera fini,je serai avec,je rejoindrai,je vais retrouver,je vais rejoindre,je retrouverai,je serai partie,je serai parti) | tout sera (bientôt fini,fini ce soir,fini demain) | quand je ne serai plus (là,de ce monde) .. (occupe,occupez,dis,dites,prends,prenez,tu,vous) | (occupe,occupez,prends soin,prenez soin) .. quand je ne serai plus | (occupez-vous,occupe-toi) de mon (chat,chien) .. (après,quand,si je) | (il n'y a,y a) (plus,pas) d'(autre issue,autre solution,issue) | (c'est,est) la seule (issue,solution,sortie) | je n'en peux plus (de,de vivre,et) .. (vie,vivre,tout,ça,finir) | merci pour tout [et] adieu | ne me cherchez (pas,plus)`,
    'medical.heart': `(douleur,étau,poids) qui (serre,écrase,oppresse,comprime) (la,ma) poitrine | (serre,écrase,oppresse) (la,ma) poitrine | 
      (douleur*,pression,oppression,serrement,poids,brûlure,point,étau,lourdeur,gêne) .. (dans,à,sur,au) (la poitrine,ma poitrine,le cœur,le thorax,le milieu de la poitrine,poitrine,le sein gauche) | mal [fort,très] (à,dans) (la,ma) poitrine | mal au thorax | (la,ma) poitrine (me serre,serre,me fait mal,fait mal,brûle,me brûle,est serrée,oppressée,m'oppresse) | ça (serre,me serre,brûle,appuie) (dans,la,sur) [la] poitrine | (éléphant,poids,étau,pierre,quelqu'un) .. (sur,dans,autour de) (la,ma) poitrine | (dans,jusque dans,vers,descend dans,au,irradie dans,jusqu'au) (le,mon) bras gauche | (mal,douleur,fourmillements) .. au bras gauche | (infarctus,crise cardiaque,arrêt cardiaque,palpitations,angine de poitrine,tachycardie) | mal au cœur .. bras | (mon,le) cœur (s'emballe,bat trop vite,bat très vite,s'arrête,bat la chamade et,bat n'importe comment,bat trop fort,va lâcher) | douleur .. mâchoire`,
    'medical.breath': `
      (n'arrive plus,n'arrive pas,arrive plus,arrive pas,arrive à peine,peux plus,peux pas,peine,peux à peine,impossible de,difficile de,difficulté à,difficultés à,beaucoup de mal,du mal,mal,incapable de) [à,de] (respirer,reprendre mon souffle,retrouver mon souffle,prendre de l'air) | (je respire) (mal,très mal,plus,difficilement,à peine) | ne respire plus bien | (j'étouffe,je m'étouffe,je suffoque,je m'étrangle,m'étouffe) | (je manque,manque,plus) d'air | (souffle) (court,coupé) | essoufflé* .. (repos,rien,couchée,couché,assise,assis) | (coincé,coincée,bloqué) .. (gorge) | avalé de travers et | ma gorge (se ferme,gonfle,se serre et) | (lèvres,doigts) (bleues,bleus,violettes)`,
    'medical.stroke': `
      (visage,bouche,sourire,lèvre,paupière,joue) .. (de travers,qui tombe,tombe,tombant*,paralysé*,tordu*,déformé*,affaissé*,qui pend,pend,engourdi*,d'un côté) | (ne,) (sens,peux,bouge,lève) (plus,pas) [bouger,lever,remuer] (le,mon,ma,la,les,mes,un,tout le) (bras,jambe,main,côté,jambes,doigts,visage,moitié) | (n'arrive plus à,arrive plus à,n'arrive pas à,arrive pas à,impossible de) (bouger,lever) (le,mon,ma,la) (bras,jambe,main) | (bras,jambe,main,côté,moitié,corps,visage) .. (engourdi*,paralysé*,ne répond plus,ne bouge plus,sans force,mort,morte,tout mou,plus de force,inerte,ankylosé*) | plus de force (dans,du) (le,la,un,mon,ma,côté) (bras,jambe,main,côté) | (un avc,une attaque cérébrale,un accident vasculaire,une hémorragie cérébrale,avc)
      (je n'arrive,n'arrive,j'arrive,arrive,je ne peux,peux) (plus,pas) [à] (parler,trouver mes mots,articuler,prononcer,former) | (mots,paroles,phrases) .. (sortent mal,bizarre*,mélangé*,en désordre,dans le désordre,ne sortent plus,de travers,incompréhensible*,sortent tout) | (je parle,parle,élocution,langue) .. (pâteuse,bizarrement,mal d'un coup,bouillie,comme ivre,de travers,empâtée,traînante,pâteux) | je ne trouve plus mes mots | cherche mes mots d'un coup | (soudain,soudainement,tout à coup,d'un coup,brusquement,subitement) .. (parler,aveugle,ne vois,vois plus,vois rien,plus rien,engourdi*,paralysé*,double,vue,bras,marcher,noir,flou) | (vois,voyais) (plus,rien) .. (d'un œil,de l'œil,œil,d'un coup,soudain*) | (perdu,perds) la vue | je vois double | devenu* aveugle | (pire,violent,brutal) mal de tête | mal de tête .. (soudain,brutal,le pire,foudroyant,coup de tonnerre,d'un coup) | pire mal de tête`,
    'medical.bleeding': `saigne .. et ça ne s'arrête pas | (ça,sang) (ne,) s'arrête (pas,plus) | 
      (je saigne,ça saigne,saigne,saignement,sang) .. (beaucoup,fort,sans arrêt,partout,s'arrête pas,s'arrête plus,à flots,énormément,abondamment,coule,sans s'arrêter) | (beaucoup,plein,tellement,tant,énormément,une mare,flaque) de sang | du sang partout | je perds (du,beaucoup de) sang | (je vomis,je crache,je tousse,vomi,craché,vomir,j'urine) du sang | (n',) arrête pas de saigner | (ne,) (peux,arrive) pas [à] (arrêter,stopper) (le sang,l'hémorragie,le saignement) | hémorragie | sang dans (les selles,les urines,mes selles,mon urine)`,
    'medical.allergy': `
      (langue,lèvres,gorge,visage,yeux) .. (gonfle,gonflent,gonflé*,enfle,enflent,enflé*,gonflent) | (réaction,choc) (allergique,anaphylactique) | anaphyla* | œdème de quincke | (plaques,urticaire,boutons) .. (respirer,partout,gorge) | piqué* par une (guêpe,abeille) .. (gonfl*,respir*,allergique)`,
    'medical.sugar': `
      (sucre,glycémie) .. (très bas,très basse,trop bas,trop basse,chute,trop haut,trop élevé*,effondré*,très haute) | hypoglycémie | en hypo | hyperglycémie | (diabétique,insuline) .. (tremble,transpire,sueurs,vertige*,pas mangé,mal) | coma diabétique`,
    'medical.poison': `
      (bu,avalé,ingéré,mangé) .. (javel,détergent,lessive,poison,mort aux rats,white spirit,produit ménager,essence,champignons,déboucheur) | (ça sent,odeur de,sent) [le] (gaz,brûlé) | fuite de gas | fuite de gaz | (intoxiqué*,intoxication,empoisonn*) | monoxyde | (le feu,incendie,flammes,fumée) .. (cuisine,maison,chambre,salon,appartement) | (maison,cuisine,appartement) .. (en feu,brûle) | il y a le feu | au feu`,
    'medical.burn': `je me suis (brûlé,brûlée) [gravement,très,la,le,avec] .. (main,bras,visage,huile,eau,gravement,fort,jambe,profond*) | eau bouillante (sur) | (électrocut*,décharge électrique)`,
    'medical.fracture': `je me suis (cassé,cassée,fracturé,fracturée,déboîté) (la,le,une,l') (hanche,bras,jambe,poignet,cheville,épaule,côte,col,fémur,genou) | (hanche,bras,jambe,poignet,cheville) (cassé,cassée,fracturé,fracturée) | os .. (sort,ressort)`,
    'medical.collapse': `
      (évanoui*,perdu connaissance,perdu conscience,inconscient*,tombé dans les pommes,tombée dans les pommes,s'est effondré,s'est effondrée,effondré,effondrée,malaise,syncope,je vais m'évanouir,je vais tomber dans les pommes,m'évanouir,perdre connaissance,perd connaissance) | (convulsion*,crise d'épilepsie,convulse) | je (suis en train de mourir,meurs aidez) | je crois que je (meurs,vais mourir) | (insolation,coup de chaleur,hypothermie)`,
    'medical.unresponsive': `(ne,) (répond plus,respire plus,se réveille pas,se réveille plus,respire pas,réagit plus,réagit pas,bouge plus,répond pas) | plus de pouls | n'arrive pas à (le,la) réveiller | (a) arrêté de respirer`,
    'medical.ambulance': `(appelez,appeler,appelle,envoyez,il me faut,besoin d',vite,il faut) [moi] [une] (ambulance) | (appelez,appeler,appelle) [vite] (le samu,les secours,les pompiers,le 15,le 112,le 18,un médecin,un docteur,à l'aide,les urgences) | besoin d'une ambulance | c'est une urgence | (j'ai besoin d') (aide tout de suite,aide maintenant,aide vite,un médecin vite,un médecin tout de suite) | (au secours,à l'aide,aidez-moi,aidez moi,aide-moi vite) | (aller aux urgences)`,
    'medical.unwell': `pas mangé depuis .. jours | 
      (très mal à la tête,la tête qui tourne,tête me tourne,tête tourne,tout tourne,des vertiges,vertige) | (douleur*,mal) .. (terrible*,insupportable*,affreu*,atroce*,horrible*) | (je vomis,n'arrête pas de vomir,vomis sans) .. | je vois (trouble,flou) | (beaucoup de,forte,grosse,40 de,39 de) fièvre | une forte fièvre | rien (mangé,bu) depuis .. jours | sueurs froides | sueur froide | je grelotte`,
    'fall.helpless': `(allongé,allongée,couché,couchée,tombé,tombée,étendu,étendue) (ici,là) depuis | (je ne,je) tiens plus (debout,sur mes jambes) | 
      (n'arrive,arrive,ne peux,peux,ne parviens,parviens,suis incapable,incapable) (pas,plus,de) [à,de] (me relever,me lever,me remettre debout,me redresser,me mettre debout,sortir de la baignoire,sortir de la douche) | (incapable,impossible) de me (relever,lever) | je suis [tombé,tombée,toujours,encore,resté,restée,allongé,allongée,couché,couchée,coincé,coincée] [là] (par terre,au sol,à terre,sur le carrelage,sur le sol,sur le parquet) | (couché,couchée,allongé,allongée,étendu,étendue) (par terre,au sol,sur le sol,sur le carrelage) | (par terre,au sol) (et je,depuis,dans la,je ne,sans) | mes jambes (ont lâché,ne me portent plus,m'ont lâché,se sont dérobées,m'ont lâchée) | (coincé,coincée,bloqué,bloquée) (dans la baignoire,dans la douche,aux toilettes,sous,entre le) | aide* à me relever | je me (suis retrouvé,suis retrouvée,retrouve) (par terre,au sol)`,
    'fall.happened': `(glissé,trébuché,dérapé) (dans,sur,en) (l',le,la,les,mon,un,une) (escalier,escaliers,douche,tapis,carrelage,salle,baignoire,marche,verglas,cuisine) | 
      (je suis tombé,je suis tombée,j'ai glissé,j'ai trébuché,j'ai fait une chute,j'ai chuté,j'ai dégringolé,je viens de tomber,je viens de glisser,j'ai fait une mauvaise chute,je me suis étalé,je me suis étalée,j'ai perdu l'équilibre et,j'ai raté une marche,j'ai raté la marche) | (tombé,tombée) (dans,de,du,sur,par,en) [la,le,l',mon,les] (escalier,escaliers,douche,baignoire,lit,cuisine,salle,chaise,terre,carrelage,dos,hanche,couloir,jardin,sortant) | ma hanche me fait mal | mal à la hanche (quand,depuis) | (cogné,tapé,heurté) la tête | fait une (chute,mauvaise chute) | je me suis cogné* la tête`,
    'abuse.violence': `
      (me,m') (frappe,frappent,bat,battent,gifle,pousse,poussent,pince,secoue,cogne,tape,brutalise,maltraite,maltraitent,attache,attachent,étrangle,mord,brûle,bouscule,violente,tabasse,agresse,tire les cheveux,donne des coups,fait mal exprès,donne des gifles,fait du mal,donne des claques,jette des,crache dessus,serre le bras,donne un coup,tord) [dessus,quand,si,avec] | m'(a,ont) (frappé,frappée,battu,battue,giflé,giflée,poussé,poussée,pincé,pincée,secoué,secouée,cogné,tapé,tapée,maltraité,maltraitée,attaché,attachée,étranglé,brûlé,donné un coup,donné une gifle,donné des coups,bousculé,bousculée,agressé,agressée,tabassé,tiré les cheveux,jeté,fait mal) | (bleus,hématomes) .. (il,elle,parce,quand,{carer}) | (on me,je suis) (bat,frappe,battu,battue,frappé,frappée,maltraité,maltraitée) | (il,elle) (devient,est) violent*`,
    'abuse.sexual': `(me,m'a,m'ont) (touche,touché,touchée,tripote,tripoté,caresse) (là où,les parties,sans,sous,à des endroits,l'entrejambe,les seins,au lit,intimes,quand) | m'a (violé,violée,forcée à,agressé sexuellement,agressée sexuellement) | (abuse,abusé) (de moi,sexuellement) | me force à coucher`,
    'abuse.threat': `
      (me,m'a) (menace,menacé,menacée,insulte,insulté,insultée,humilie,humilié,rabaisse,hurle dessus,crie dessus,terrorise,traite de,intimide,injurie,crie après) | m'insulte | (crie,hurle) (quand je,sur moi,après moi,contre moi,si je) | (peur,terreur) (de,d') (lui,elle,eux,mon {carer},ma {carer},l'aide,l'auxiliaire,rentrer à la maison,qu'il revienne,qu'il me,la soignante) | j'ai peur (quand il,qu'il me frappe,qu'elle me) | (il,elle) dit qu'(il,elle) (va me,me) (tuer,frapper,mettre,placer) | (me mettra,me placera) (en maison,dehors)`,
    'abuse.neglect': `personne (ne,) m'apporte (rien,à manger,de quoi) | 
      (ne me,personne me,me,on me,personne ne me) (nourrit,lave,donne,change,baigne,apporte,aide) (pas,plus,jamais,rien,ni,pas à) [assez,à,de,manger,boire,mes,les] | on ne me (donne,lave,change,nourrit) (pas,plus,rien) | personne (ne,) [me] (lave,change,nourrit,donne,m'a lavé,m'a lavée,m'a changé,m'a changée,m'apporte) | (me,m'a) (laisse,laissé,laissée,laissent) (dans mes,dans ma,sans manger,sans eau,sans nourriture,sans boire,sale,mouillé,mouillée,dans l'urine,dans mon,avoir faim,seule des jours,mourir de faim,souillé,souillée) | (me,m') (prive,prend,enlève,cache) (de nourriture,de manger,de repas,mon déambulateur,mes lunettes,mon fauteuil,mes appareils,mes médicaments,à manger) | je ne reçois (pas,rien) à manger | couche (sale,souillée) depuis | escarres`,
    'abuse.confinement': `
      (m'enferme,m'enferment,m'a enfermé,m'a enfermée,m'ont enfermé,m'ont enfermée,me séquestre,me garde enfermée) | (enfermé,enfermée) (à clé,dans ma,dans la,chez moi,à clef) | m'(empêche,empêchent) de (sortir,manger,téléphoner,voir,parler,appeler) | (ne me,me) laisse* (pas,plus,jamais) (sortir,téléphoner,appeler,voir,parler,manger,partir) | (m'a pris,me prend,m'a confisqué,me cache,cache) (mon téléphone,le téléphone,mes clés,mes clefs)`,
    'abuse.exploitation': `(il manque,manque,il me manque) (de l'argent,des sous,des bijoux,mes bijoux) | (on me fait,me font,on m'a fait) signer | argent (disparaît,a disparu) | 
      (prend,a pris,prennent,vole,volent,garde,m'a volé,me vole,me volent,me prend,m'a pris,m'ont volé,m'ont pris,m'a piqué,pique,dépense,vide,a vidé,s'est servi,utilise,retire,se sert,a volé,détourne,m'a vidé,touche,soutire,empoche) .. (ma,mon,mes,de ma,de mon,sur mon,avec ma,l',la,le,toute ma) {money} | (argent,bijoux,sous,billets) .. (disparaît,disparaissent,disparu,manque,manquent) .. (quand,chaque fois,après,depuis,{carer}) | (m'oblige,m'a obligé,m'a obligée,me force,m'a forcé,m'a forcée,m'a fait,me fait,me pousse) [à] (signer,payer,donner,changer mon testament,céder) | (m'a,me,on m'a) (arnaqué,arnaquée,escroqué,escroquée,volé,volée,vole) | (donné,envoyé,viré) .. (argent,code,coordonnées) .. (téléphone,inconnu,internet) | (vendu) ma (maison,voiture) sans | vit de ma (retraite,pension)`,
    'medication.overdose': `(pris,prise,injecté,donné,avalé) .. (trop de,trop d',dix,douze,quinze,vingt,trois fois,quatre fois,le triple) [mes,la,ma,de] [{pills},dose] | (triple,trois) dose* | (surdose,surdosage,overdose) (de,d',par,accidentel*)`,
    'medication.error': `(je les ai,je l'ai) (repris,reprise,pris deux fois) | 
      (pris,prise,prends,injecté,fait,donné) .. ({pills},dose,piqûre,injection) .. (deux fois,trois fois,encore une fois,en double,de nouveau,par erreur,à nouveau,deux) | (pris,prise,prends,injecté,fait) (deux fois,en double,le double) .. ({pills},dose,piqûre) | pris le double | double dose | dose double | deux fois [mon,ma,mes,le,la,les] ({pills},dose) | (mauvais,mauvaise,trompé de,trompée de,trompé dans,trompée dans) [mes,les] ({pills},dose) | {pills} de (mon mari,ma femme,quelqu'un d'autre,mon voisin) | (mélangé,confondu) (mes,les) {pills} | (sais plus,souviens plus,rappelle plus,ne sais pas,sais pas,pas sûr,pas sûre) si .. (pris,prise,fait) | (oublié) [de prendre,ma,mon,mes,de,les,le] [prendre] [mes,mon,ma,le,les,l'] ({pills},piqûre,injection) | {pills} .. avec de l'alcool | {pills} (avec,et) (du vin,du whisky,de l'alcool)`,
    'medication.refusal': `
      (j'ai arrêté,arrêté,j'arrête,stoppé) [de prendre] (mes,les,mon,le,ma,l') {pills} | je ne prends plus (mes,mon,ma,de,les,le,aucun) {pills} | je prends plus (mes,mon,ma,de,les) {pills} | plus (de,d') {pills} (à la maison,depuis,du tout,pour) | je n'ai plus (de,d') {pills} | (veux,voulais) plus (prendre,de) [mes,mon,ma,les,de] {pills} | (veux,refuse) (pas,de) prendre (mes,mon,ma,les) {pills} | jeté (mes,mon,les) {pills} | je recrache (mes,les) {pills}`,
    'third_party.imminent': `
      (va,veut,menace de,a essayé de,a tenté de,essaie de,s'apprête à,compte,a menacé de,dit qu'il va,dit qu'elle va) (se tuer,se suicider,en finir,se pendre,sauter,se jeter,mettre fin à ses jours,se faire du mal,s'ouvrir les veines) | (il,elle) a (pris,avalé) .. (tous ses,toute sa,trop de) [{pills},boîte] | s'est (ouvert les veines,pendu,pendue)`,
    'third_party.self_harm': `
      (se tuer,se suicider,se pendre,mettre fin à ses jours,se scarifier,se scarifie,se mutile) | (il,elle,{relative}) .. (veut,voudrait,préférerait) mourir | (il,elle,{relative}) .. (ne veut plus,veut plus) vivre | (ne veut plus,veut plus) vivre | ({relative},il,elle) .. (pense,parle,songe) (au,de,à) .. (suicide,mourir,mort,se tuer) | (est,semble) suicidaire | peur (qu'il,qu'elle) (se tue,se suicide,se fasse du mal,fasse une bêtise)`,
    'third_party.abuse': `
      (bat,frappe,maltraite,gifle,cogne) (sa,son,ses,la,le,les,ma,mon) (femme,mari,mère,père,enfant,enfants,fille,fils,voisine,bébé,résidents,grand-mère,dame,{relative}) | (voisine,voisin,enfant,enfants,{relative}) .. (est,sont,se fait,se font) (battu*,frappé*,maltraité*,frapper,battre,maltraiter) | (j'entends,entends) .. (crier,cris,hurler,hurlements,coups) .. (voisin*,à côté,au-dessus,mur)`,
    'third_party.missing': `
      ({relative}) .. (ne répond plus,ne répond pas,n'ouvre pas,a disparu,n'est pas rentré,n'est pas rentrée,répond plus,ne répond) | (pas vu,plus vu,sans nouvelles de,plus de nouvelles de) (mon,ma,la,le) {relative} | volets fermés depuis`,
    'confusion.lost': `
      (je ne sais,je sais,ne sais,sais,me souviens,rappelle) (pas,plus) (où je suis,qui je suis,qui vous êtes,quel jour,comment je suis arriv*,comment rentrer,où j'habite,où est ma maison,en quelle année) | je ne (connais,reconnais) (pas,plus) (cette,ce,ma,mon,cet,les,la,le) (maison,chambre,endroit,rue,pièce,fille,fils,mari,femme,gens,appartement,visage,quartier) | je (suis,me suis) [complètement,tout] (perdu,perdue) | je me suis (égaré,égarée) | je veux rentrer (chez moi,à la maison) | où suis-je | où est-ce que je suis | qui sont ces gens | il y a (quelqu'un,un homme,des inconnus) (dans ma,chez moi)`,
    'confusion.hazard': `(laissé,oublié) .. (gaz,gas,four,feu,fer,robinet,bougie,plaque,plaques) [allumé*,ouvert] | (casserole) .. (brûlé*,feu)`,
    'distress.despair': `tout (est trop,me dépasse) | je ne sais plus quoi faire | 
      (je n'en peux,j'en peux,n'en peux,en peux) (plus,pas) | je ne (supporte,tiens) plus | je (craque,vais craquer) | (je suis,je me sens) [si,très,tellement,complètement] (désespéré,désespérée,inutile,vide à l'intérieur,anéanti,anéantie,au fond du,à bout,sans espoir,brisé,brisée,effondré,effondrée,nul,nulle) | (plus,aucun) [d'] espoir | (n'arrête,arrête) pas de pleurer | je pleure (tout le temps,toute la journée,toutes les nuits,tous les jours,sans arrêt) | je (me déteste,me hais) | (je déteste,je hais) ma vie | je ne (vaux,sers) (rien,à rien,plus à rien) | (à quoi bon,plus rien n'a de sens) | plus rien (ne,) (compte,m'intéresse,a de sens) | ma vie est (finie,un enfer,foutue) | je ne sais plus comment (continuer,faire pour) | au bout du rouleau`,
    'distress.panic': `(crise,attaque) (de panique,d'angoisse,de nerfs) | je (panique,suis terrifié,suis terrifiée,deviens folle,deviens fou) | (tellement,si,très) peur`,
    loneliness: `
      (ne parle,parlé,parle,vois,ai vu) [à] personne | (parlé à,vu) personne | (ne,n'ai,n'a) .. (parlé,parle) à personne | personne (ne,) (vient .. jamais,vient me voir,vient,m'appelle,me visite,le remarquerait,s'en apercevrait,m'aime,a besoin de moi,me regretterait,pense à moi,me parle,m'écoute,me rend visite,prend de mes nouvelles,me téléphone,se soucie) | comme si je n'existais (pas,plus) | (si,tellement,complètement,très,trop,toujours,terriblement,vraiment) (seul,seule) | (seul,seule) au monde | je me sens [si,très,bien,tellement] (seul,seule) | (je suis,suis,être) [qu',juste,devenu,devenue] (un poids,une charge,un fardeau,un boulet) | tous mes amis sont (morts,partis) | (tout le monde,on) m'(a,) (oublié,oubliée)`,
  },
  feelings,
  topics,
}
