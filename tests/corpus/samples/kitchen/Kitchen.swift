struct Pan {
    func heat() {}
    func heat(to degrees: Int) {}
    func fry(_ name: String, turns: Int = 1) -> Pan { self }
}

protocol Cook {
    var pan: Pan { get }
}

extension Cook {
    func start() { pan.heat() }
    func startHot() { pan.heat(to: 200) }
    func serve() { pan.fry("egg").fry("ham", turns: 2).heat() }
}
